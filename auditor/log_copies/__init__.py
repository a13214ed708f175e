"""Copies of the register's log elsewhere: brought up to date, verified, and compared with what they had."""
