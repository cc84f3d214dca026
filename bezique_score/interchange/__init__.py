"""A session as records for spreadsheets and data frames: JSON lines or CSV, and back to an equal journal."""
