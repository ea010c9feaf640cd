"""Reading files of others without trusting them: a process that can do hardly anything, in its own directory."""
