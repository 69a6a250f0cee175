"""Score entry by link: the QR code on a printed sheet opens that table's sheet, once."""
