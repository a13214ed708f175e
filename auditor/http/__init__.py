"""The service over HTTP: requests in, resources and reports out."""

from auditor.http.app import create_app

__all__ = ["create_app"]
