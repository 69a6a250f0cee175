"""What a table shows: described as plain values, drawn as HTML only where these have changed."""
