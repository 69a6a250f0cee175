"""Tell other sites what happens in a league: Discord, Slack, or a program of the club."""
