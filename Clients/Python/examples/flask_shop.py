"""A shop in Flask: a page with search results, and suggestions for its field.

    LSEARCH_URL=http://127.0.0.1:8080 flask --app flask_shop run
"""

import os

from flask import Flask, Response, jsonify, render_template_string, request
from werkzeug.wrappers import Response as WSGIResponse

from lsearch import Busy, Client, LsearchError, RequestRefused

PAGE = """<!doctype html>
<html lang="{{ response.locale.replace('_', '-') }}">
<meta charset="utf-8">
<title>{{ response.label }}</title>
<form><input type="search" name="q" value="{{ response.query }}"></form>
<p>{{ response.label }}</p>
<ol>
{% for hit in response.hits %}<li>{{ hit.highlighted.title | safe if hit.highlighted else hit.title }}
{% if hit.price %}<b>{{ hit.price.text }}</b>{% endif %}</li>
{% endfor %}</ol>
"""


def create_app(url: str | None = None) -> Flask:
    """The shop; `url` is the address of the server that searches."""
    app = Flask(__name__)
    client = Client(url or os.environ.get("LSEARCH_URL", "http://127.0.0.1:8080"))

    def locale() -> str:
        return request.accept_languages.best_match(["de", "en", "fr", "ja"]) or "en"

    @app.get("/")
    def search() -> str:
        # Titles in `highlighted` are escaped, with matches in <mark>.
        response = client.search(request.args.get("q", ""), locale=locale(), highlight="html", crop=200)
        return render_template_string(PAGE, response=response)

    @app.get("/suggest")
    def suggest() -> Response:
        suggestions = client.suggest(request.args.get("q", ""), locale=locale(), limit=5)
        return jsonify([completion["query"] for completion in suggestions["completions"]])

    @app.errorhandler(LsearchError)
    def failed(error: LsearchError) -> tuple[str, int] | WSGIResponse:
        if isinstance(error, RequestRefused) and not isinstance(error, Busy):
            return str(error), 400
        return "The search is not available. Try again in a moment.", 503

    return app
