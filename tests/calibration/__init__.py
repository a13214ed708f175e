"""Calibration of screening: alarms of honest room-years, and hands until planted conduct is one (`make calibrate`)."""
