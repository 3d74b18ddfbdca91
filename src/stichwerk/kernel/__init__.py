"""What every trick-taking game shares: bits, random numbers, tricks, unseen cards, and the compiler behind them."""
