"""Room-years of closed games for screening: players of different strength, habits, and conduct that is planted."""
