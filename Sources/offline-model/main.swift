print("offline-model")
