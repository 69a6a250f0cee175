"""What the person who runs the site sees of it: logs, figures and reports of errors.

redaction.py hides secrets in all that leaves the site this way. logs.py writes the lines of the
log, requests.py one of them for each request, metrics.py counts, error_reports.py sends errors to a
service. The addresses that a monitor asks are in config/health.py and config/metrics_page.py.
"""
