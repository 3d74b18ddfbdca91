"""What each move of a game cost, and how much of the score was luck.

`stichwerk.review.run.review_game` reviews a record; `review_steps` gives the same step by step, while it goes on. A
decision is judged by what its player could know, unless the review is asked for with all cards open. docs/review.md
says how each number is made.
"""
