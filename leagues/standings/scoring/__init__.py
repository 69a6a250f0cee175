"""What results are worth and who stands where; pure: no framework, no clock, no database.

Everything is exact (integers and fractions), so equal standings never depend on the order of input.
"""
