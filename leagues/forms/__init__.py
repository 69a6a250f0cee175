"""What people fill in for a league."""
