"""Who stands where: results counted, kept as rows, explained and shown live."""
