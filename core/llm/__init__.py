"""Language models: a GGUF file in a process of its own, any server with the chat interface of OpenAI, or none."""
