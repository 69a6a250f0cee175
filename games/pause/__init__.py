"""A pause by agreement: proposed by one player, begun by all, ended by anybody."""
