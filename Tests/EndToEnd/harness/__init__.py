"""What the end-to-end tests stand on: the program, a terminal, and a real pcscd of their own."""
