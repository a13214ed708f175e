"""Pictures beside the numbers of screening, for pages and reports; each says its numbers in a sentence."""
