"""Bylines as pages write them, and the names in them."""

from __future__ import annotations

import pytest

from webnoise.metadata.authors.names import clean_authors, has_given_name, is_person_like


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("By Jane Doe", ["Jane Doe"]),
        ("by Jane Doe and John Roe", ["Jane Doe", "John Roe"]),
        ("Von Anna von Bülow und Karl Meier", ["Anna von Bülow", "Karl Meier"]),
        ("Par Élodie Martin et Jean-Luc Petit", ["Élodie Martin", "Jean-Luc Petit"]),
        ("Por María López y Juan Pérez", ["María López", "Juan Pérez"]),
        ("Erstellt von Erika Muster", ["Erika Muster"]),
        ("This post was written by Jane Doe", ["Jane Doe"]),
        ("Author: Jane Doe", ["Jane Doe"]),
        ("Jane Doe, Senior Editor", ["Jane Doe"]),
        ("Jane Doe, PhD, MD", ["Jane Doe"]),
        ("Jane Doe | 3 May 2024", ["Jane Doe"]),
        ("Jane Doe December 17, 2025", ["Jane Doe"]),
        ("Theresa May", ["Theresa May"]),
        ("Jane Doe (@janedoe) jane@example.com", ["Jane Doe"]),
        ("Jane Doe View profile", ["Jane Doe"]),
        ("Jane Doe Follow on Twitter", ["Jane Doe"]),
        ("Jane Doe, Reuters", ["Jane Doe", "Reuters"]),
        ("Reuters", ["Reuters"]),
        ("Jane Doe; JANE DOE", ["Jane Doe"]),
        ("Jane Doe|John Roe", ["Jane Doe", "John Roe"]),
        (
            "Ann Lee, Bob Poe, Cy Roe, Dan Moe and Ed Woe",
            ["Ann Lee", "Bob Poe", "Cy Roe", "Dan Moe", "Ed Woe"],
        ),
        ("Erika Muster im Gespräch mit Karl Meier", ["Erika Muster", "Karl Meier"]),
        ("Text von Erika Muster Illustration von Karl Meier", ["Erika Muster"]),
        ("03.05.2024 13:10 von Erika Muster", ["Erika Muster"]),
        ("03.05.2024 | 13:10 Uhr | Erika Muster", ["Erika Muster"]),
        ("Zeige alle Beiträge von Erika Muster", ["Erika Muster"]),
        ("Redaktion Holz Heute", ["Redaktion Holz Heute"]),
        ("作者：王小明", ["王小明"]),
        ("admin", []),
        ("3 May 2024", []),
        ("https://example.com/authors/jane", []),
        ("", []),
    ],
)
def test_names_are_cut_out_of_bylines(text, names):
    assert clean_authors(text) == names


def test_label_for_text_and_pictures_is_cut_off():
    assert clean_authors("Text & Fotos: Erika Muster") == ["Erika Muster"]
    assert clean_authors("Autor/in: Erika Muster") == ["Erika Muster"]
    assert clean_authors("Von Eri\xadka Mus\xadter") == ["Erika Muster"]
    assert clean_authors("Words and photos: Jane Doe") == ["Jane Doe"]
    assert clean_authors("Center for Rivers") == ["Center for Rivers"]


def test_role_without_a_comma_is_cut_off_behind_a_given_name():
    assert clean_authors("Jane Doe Senior Editor at The Paper") == ["Jane Doe"]
    assert clean_authors("Executive Content Editor") == ["Executive Content Editor"]


def test_organisation_is_not_split():
    assert clean_authors("Institute for Forests and Lakes", split=False) == [
        "Institute for Forests and Lakes"
    ]


@pytest.mark.parametrize(
    "name", ["Jane Doe", "Anna von Bülow", "Sadhbh O'Sullivan", "R. R. Martin", "王小明"]
)
def test_shape_of_a_person(name):
    assert is_person_like(name)


@pytest.mark.parametrize(
    "name", ["Jane", "Personal finance", "Senior Editor", "Reuters", "Marketing Team", "Holz Verlag GmbH"]
)
def test_shape_of_nobody(name):
    assert not is_person_like(name)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("det/dpa", ["det/dpa"]),
        ("AFP/The Local", ["AFP/The Local"]),
        ("Jane Doe/John Roe", ["Jane Doe", "John Roe"]),
        ("Jane Doe The Associated Press", ["Jane Doe"]),
        ("The Associated Press", ["The Associated Press"]),
        ("Posted on September 21, 2020 by Jane Doe", ["Jane Doe"]),
        ("Follow Us", []),
    ],
)
def test_agencies_and_chrome_around_names(text, names):
    assert clean_authors(text) == names


def test_given_names_are_known_behind_titles_and_hyphens():
    assert has_given_name("Dr. Anna Berger")
    assert has_given_name("Anna-Lena Berger")
    assert not has_given_name("Zurück zur Übersicht")
    assert not has_given_name("")
