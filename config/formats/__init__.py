"""How dates are written, where Django’s own way is not the club’s."""
