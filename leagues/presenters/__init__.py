"""What pages of leagues show, from rows and pure results; translation happens here."""
