"""Pictures in HTML and SVG, for notebooks: cards, the table as somebody sees it, score sheets.

They are drawn from what a game tells of its cards, in the look of the browser table. ``look.json`` holds the shapes of
the symbols and the paints. Whatever is drawn here was hidden before: nothing in this package knows a secret.
"""
