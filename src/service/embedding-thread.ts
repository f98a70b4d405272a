// The functions of the thread that computes vectors. It has the memory of the model to itself.

export { embedText } from '../features/models/local-model.thread.ts'
