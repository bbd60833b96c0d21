import json

import pytest

STORIES = {
    "Aford": [
        "The council of Aford voted on Monday, after three hours of debate, to close the old bridge for good.",
        "Residents said that nobody had asked them before the vote, and that every detour takes an hour.",
        "A replacement, the mayor promised, will open before the next election; it has no budget yet.",
    ],
    "Bham": [
        "Bakers in Bham raise their prices again, since flour, butter and electricity have become dearer.",
        "One loaf now costs as much as a ticket to the swimming pool, a customer complained in the queue.",
        "Their guild expects that two shops, both run by families, might shut during winter.",
    ],
    "Cton": [
        "Astronomers near Cton found a comet with a telescope they had built from discarded mirrors.",
        "It passes our planet in spring, far away, and should be visible through ordinary binoculars.",
        "Professionals confirmed the orbit; a name, chosen by pupils, will be announced on Friday.",
    ],
    "Dwick": [
        "Heavy rain flooded the cellars of Dwick overnight, and firefighters pumped water until dawn.",
        "Insurance firms called the damage moderate, though several archives lost medieval papers.",
        "Engineers had warned of narrow pipes, a report from last autumn shows, without any reply.",
    ],
    "Eby": [
        "A choir from Eby won the national contest, singing folk songs that its members had collected.",
        "Judges praised the altos, the courage of the programme, and a silence at its very end.",
        "Rehearsals resume tomorrow: the singers travel to Lisbon in June, their first journey abroad.",
    ],
    "Fmouth": [
        "Fishermen of Fmouth protest against new quotas, which they consider ruinous for small boats.",
        "Biologists reply that herring stocks, counted every August, have halved within a decade.",
        "Both sides meet on Thursday at the harbour office; a compromise, insiders say, looks unlikely.",
    ],
}


def page_html(town):
    story = "".join(f"<p>{paragraph}</p>" for paragraph in STORIES[town])
    menu = "".join(
        f'<li><a href="/{name}">{name}</a></li>' for name in ("News", "Sport", "Weather", "Contact")
    )
    return (
        f"<html lang=en><head><title>{town} today</title></head><body><ul>{menu}</ul>"
        f"<div id=story><h1>{town} today</h1>{story}</div>"
        '<div id=foot><a href="/terms">Terms of use</a> <a href="/privacy">Privacy</a></div></body></html>'
    )


def record(town, site):
    return {
        "id": town,
        "url": f"https://{site}/{town.lower()}",
        "site": site,
        "html": page_html(town),
        "text": "\n".join(STORIES[town]),
        "title": f"{town} today",
        "must": [STORIES[town][0][:30]],
        "mustnot": ["Terms of use"],
    }


@pytest.fixture
def corpus(tmp_path):
    """Six made-up pages of two sites in the corpora's format."""
    path = tmp_path / "towns.jsonl"
    records = [record(town, f"paper{place // 3}.example") for place, town in enumerate(STORIES)]
    path.write_text("".join(json.dumps(each) + "\n" for each in records), encoding="utf-8")
    return path
