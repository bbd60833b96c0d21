"""Text: words and names (`words`), marks and sentences, language and stop words, stems, terms, word lists."""
