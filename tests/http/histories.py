"""Hand histories as a room uploads them: short ones in the texts of sites, whose amounts, times and tables a test knows."""

from tests.importing.histories.originals import originals

AT = "/v1/originals"
_REAL = originals("ggpoker")["ggpoker/HD1245993.txt"]


def hand(number="HD1245993", at="2026/03/14 20:15:16", table="NLHGold14", **replaced):
    """A hand in the text of GGPoker, in dollars of no country and without a time zone."""
    text = _REAL.strip().replace("HD1245993", number).replace("2018/11/16 13:15:16", at)
    text = text.replace("NLHGold14", table)
    for before, after in replaced.get("but", ()):
        assert text.count(before) >= 1
        text = text.replace(before, after)
    return text


def history(*hands):
    """A file of hands."""
    return ("\n\n".join(hands or (hand(),)) + "\n").encode()


def send(client, data=None, headers=None, **query):
    """Upload a history for a room; a parameter that is None is left out."""
    stated = {"room": "WA-0417", "currency": "USD", **query}
    stated = {name: value for name, value in stated.items() if value is not None}
    return client.post(
        AT,
        data=history() if data is None else data,
        content_type="text/plain",
        query_string=stated,
        headers=headers,
    )
