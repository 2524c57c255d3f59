print("compactor")
