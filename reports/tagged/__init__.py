"""Tags that make a PDF accessible and fit for an archive: its structure, its metadata and the files that it carries."""
