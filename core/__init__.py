"""OreSight: questions to a geological map, answered with evidence."""
