"""What words mean here: entity types, attributes, units, concepts and the schema card that joins them."""
