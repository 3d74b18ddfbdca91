"""What each move of a game cost, and how much of the score was luck.

`stichwerk.review.run.review_game` reviews a record; `review_steps` tells the same while it goes on, step by step. A
decision is judged by what its player could know, except where all cards are asked to lie open. docs/review.md says how
each number is made.
"""
