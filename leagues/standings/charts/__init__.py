"""Charts of a season as SVG text; pure: numbers and words come in, nothing is looked up.

Colours and strokes are in static/css/league_charts.css. Lines differ in dashes and marks too, and
carry their names, so that nobody needs the colours.
"""
