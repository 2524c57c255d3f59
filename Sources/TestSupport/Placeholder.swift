// Replaced when the target gets its first real file.
