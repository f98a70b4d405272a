/** Rejects as soon as the signal aborts, whatever the promise does. */
export const unless = async <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> => {
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    // Not thrown here: a promise that nobody waits for would end the process when it rejects.
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([aborted, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
