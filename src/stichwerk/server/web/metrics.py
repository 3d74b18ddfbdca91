"""What the server counts, for Prometheus."""

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

CONTENT_TYPE = "text/plain; version=0.0.4"  # Litestar adds the charset
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics(Collector):
    """Counts that go up as things happen, and gauges that are read when somebody asks."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.answered = Histogram(
            "stichwerk_answer_seconds",
            "From a message of a client to its answer, which is durable",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.messages = Counter("stichwerk_messages", "Messages of clients", registry=self._registry)
        self.refused = Counter(
            "stichwerk_refused", "Connections refused or ended by the server", ["why"], registry=self._registry
        )
        self.requests = Counter("stichwerk_requests", "HTTP requests", ["status"], registry=self._registry)
        self._read: list[tuple[str, str, bool, Callable[[], float]]] = []
        self._registry.register(self)

    def watch(self, name: str, what: str, read: Callable[[], float], counts: bool = False) -> None:
        """A number that is read when somebody asks; ``counts``: it only goes up."""
        self._read.append((f"stichwerk_{name}", what, counts, read))

    def collect(self) -> Iterable[Metric]:
        """The numbers that are read now."""
        for name, what, counts, read in self._read:
            kind = CounterMetricFamily if counts else GaugeMetricFamily
            yield kind(name, what, value=read())

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)
