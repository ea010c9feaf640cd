"""The three regions as their invented providers would deliver them: tables, columns, units and formats."""
