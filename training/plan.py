"""What is agreed before a training begins."""

from dataclasses import dataclass

from stichwerk.errors import BadOption


@dataclass(frozen=True)
class TrainingPlan:
    """How a network is trained. What drives it about at first falls off towards the end."""

    tables: int = 65536
    steps: int = 64  # played at each table in an iteration
    iterations: int = 600
    batch: int = 65536  # choices learned from at once
    epochs: int = 1  # how often each choice is learned from
    rate: float = 1e-3  # how far weights move at first; with 0 only the student learns
    curiosity: float = 0.01  # what variety is worth at first
    whims: float = 0.03  # how often any action is tried at first
    clip: float = 0.2  # by how much a batch may change the probability of an action
    horizon: float = 0.95  # how much what came of a choice counts, against what the judge expected one choice later
    coloured: bool = True  # whether it learns of one colour what it learns of all, where the game says how
    features: bool = True  # whether it is told the features of each action, where the game brings them
    widths: tuple[int, int] = (256, 256)
    features_widths: tuple[int, int] = (64, 32)
    judge_widths: tuple[int, int] = (256, 256)
    telling: float = 0.25  # how much it counts that the network can tell what a choice will bring
    student: tuple[int, ...] = ()  # widths of a smaller network that learns to play alike, quickly enough for playouts
    student_features_widths: tuple[int, int] = (32, 16)
    student_rate: float = 1e-3
    advised: bool = True  # whether the network is told what the rules of thumb would do
    begin: str = ""  # the file of a network that it begins as, instead of one that knows nothing
    anchor: float = 0.0  # what it costs at first to find unlikely what the rules of thumb advise
    mixed: float = 0.5  # at which share of the tables it meets somebody else
    rules: bool = True  # whether it meets the rules of thumb
    rules_weight: float = 1.0  # at how many times as many tables as anybody else
    past: int = 3  # how many of its past selves it meets
    remember: int = 20  # after so many iterations it becomes one of them
    against: tuple[str, ...] = ()  # networks from files that it meets, too
    seed: int = 1
    device: str = "cpu"

    def __post_init__(self) -> None:
        for name in ("tables", "steps", "iterations", "batch", "epochs", "remember"):
            if getattr(self, name) < 1:
                raise BadOption(f"{name} must be a whole number from 1 on, not {getattr(self, name)}")
        for name in ("whims", "horizon", "mixed"):
            if not 0 <= getattr(self, name) <= 1:
                raise BadOption(f"{name} must be a number from 0 to 1, not {getattr(self, name)}")
        for name in ("widths", "judge_widths", "features_widths", "student_features_widths"):
            widths = getattr(self, name)
            if len(widths) != 2 or any(width < 1 for width in widths):
                raise BadOption(f"{name} must be two widths, not {' '.join(map(str, widths))}")
        if len(self.student) not in (0, 2) or any(width < 1 for width in self.student):
            raise BadOption(f"student must be two widths, not {' '.join(map(str, self.student))}")
        if not self.rate >= 0 or (self.rate == 0 and not self.student):
            raise BadOption(f"rate must be a number above 0 (or 0, where only a student learns), not {self.rate}")
        if not self.rules_weight > 0:
            raise BadOption(f"rules_weight must be a number above 0, not {self.rules_weight}")
        if self.past < 0:
            raise BadOption(f"past must be a whole number from 0 on, not {self.past}")
        if self.anchor < 0:
            raise BadOption(f"anchor must be a number from 0 on, not {self.anchor}")
        if self.mixed > 0 and not (self.rules or self.past or self.against):
            raise BadOption("there is nobody to meet: allow --rules, --past or --against, or take --mixed 0")
