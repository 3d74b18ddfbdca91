"""Rage: how its cards look (RG-1)."""

from stichwerk.games.cards import Cards, Colour, Special, Stroke, circle

_CROWN = "M-24 16L-28-14L-13-2L0-20L13-2L28-14L24 16Z"
_SMALL_CROWN = "M-14 9L-16-9L-7.5-2L0-12L7.5-2L16-9L14 9Z"

# The same once more, small, in the corner that stays visible in a hand: letters would stand for English words.
_NO_CROWN_IN_CORNER = (
    Stroke("M-36.4-50.4L-38.8-68.4L-29.8-61.2L-22-72L-14.2-61.2L-5.2-68.4L-7.6-50.4Z", fill="ink"),
    Stroke("M-38.8-45.6L-5.2-75.6", stroke="#ff7d70", width=5.5),
)
_CHANGE_IN_CORNER = (
    Stroke("M-30.4-54.6L-31.6-65.4L-26.5-61.2L-22-67.2L-17.5-61.2L-12.4-65.4L-13.6-54.6Z", fill="ink"),
    Stroke("M-39.4-63.6A18 18 0 0 1-7.6-70.8", stroke="ink", width=4),
    Stroke("M-2.2-78L-4-65.4L-14.2-72Z", fill="ink"),
    Stroke("M-4.6-56.4A18 18 0 0 1-36.4-49.2", stroke="ink", width=4),
    Stroke("M-41.8-42L-40-54.6L-29.8-48Z", fill="ink"),
)


def _coin(paint: str, sign: str) -> tuple[Stroke, ...]:
    return (
        Stroke(circle(0, 0, 30), fill=paint),
        Stroke(circle(0, 0, 24.5), stroke="#ffffff", width=1.5, opacity=0.55),
        Stroke(sign, stroke="#ffffff", width=8),
    )


CARDS = Cards(
    colours=(
        Colour("B", "blue", "drop"),
        Colour("G", "green", "clover"),
        Colour("R", "red", "heart"),
        Colour("Y", "yellow", "star"),
        Colour("V", "violet", "crescent"),
        Colour("O", "orange", "rhombus"),
    ),
    specials=(
        Special(
            "NT",
            (Stroke(_CROWN, fill="glow"), Stroke("M-28 24L28-26", stroke="#ff7d70", width=8), *_NO_CROWN_IN_CORNER),
            label="",
            acts=True,
            typed=("no", "no trump", "notrump"),
        ),
        Special(
            "CT",
            (
                Stroke(_SMALL_CROWN, fill="glow"),
                Stroke("M-29-6A30 30 0 0 1 24-18", stroke="glow", width=6),
                Stroke("M33-30L30-9L13-20Z", fill="glow"),
                Stroke("M29 6A30 30 0 0 1-24 18", stroke="glow", width=6),
                Stroke("M-33 30L-30 9L-13 20Z", fill="glow"),
                *_CHANGE_IN_CORNER,
            ),
            label="",
            acts=True,
            typed=("change", "change trump", "changetrump"),
        ),
        Special(
            "+5",
            _coin("#49b96c", "M-13 0H13M0-13V13"),
            centre=(50, 90),
            typed=("+ 5", "+", "plus 5", "plus5", "plus five", "plus"),
        ),
        Special(
            "-5",
            _coin("#e65a4f", "M-13 0H13"),
            centre=(50, 90),
            label="−5",
            typed=("- 5", "-", "minus 5", "minus5", "minus five", "minus", "−5"),
        ),
        Special(
            "J",
            (
                Stroke("M0-26C-10-30-30-26-34-4C-26-12-18-10-14-2L-2 14H2L0-26Z", fill="glow"),
                Stroke("M0-26C10-30 30-26 34-4C26-12 18-10 14-2L2 14H-2L0-26Z", fill="glow", opacity=0.82),
                Stroke("M-14 0Q-9-22 0-34Q9-22 14 0L12 14H-12Z", fill="#fff6e4"),
                Stroke(circle(-34, 0, 5), fill="ink", stroke="ground", width=1.5),
                Stroke(circle(34, 0, 5), fill="ink", stroke="ground", width=1.5),
                Stroke(circle(0, -37, 5), fill="ink", stroke="ground", width=1.5),
                Stroke(
                    "M-17.5 13H17.5A4.5 4.5 0 0 1 17.5 22H-17.5A4.5 4.5 0 0 1-17.5 13Z",
                    fill="ink",
                    stroke="ground",
                    width=1.5,
                ),
            ),
            centre=(52, 90),
            worn=((0, 1, 0.78), (26, -61, 1.05)),
            names_colour=True,
            acts=True,
            typed=("joker",),
        ),
    ),
    picture=("V12", "NT", "R13", "J", "Y7"),
)
