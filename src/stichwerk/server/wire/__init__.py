"""The one place where messages to clients are built, from what their seat may see and nothing else."""
