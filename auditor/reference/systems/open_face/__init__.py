"""What the pages of open-face systems have of their own: how they pay, and their hands street by street."""
