"""What keeping score costs, measured against a bare app and the neighbours."""
