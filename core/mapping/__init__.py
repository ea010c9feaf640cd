"""What the map shows: layers, symbols, legend, the data routes behind them."""
