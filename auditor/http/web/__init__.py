"""Pages for people: what staff of card rooms, regulators and compliance officers do in a browser.

A page shows what the service's own functions give, as the API does, and changes it through them. What is asked for in words is in
the templates (`auditor/http/templates/`), in English; `texts.py` has them in other languages.
"""
