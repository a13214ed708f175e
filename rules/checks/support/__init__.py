"""Views, drafts and facts that the checks share."""
