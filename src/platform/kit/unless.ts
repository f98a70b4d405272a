/** Rejects as soon as the signal aborts, whatever the promise does. */
export const unless = async <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> => {
  signal.throwIfAborted()
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
