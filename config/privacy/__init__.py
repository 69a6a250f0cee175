"""What the site keeps of people, how long, and the page that says so."""
