export type Suspects = ReturnType<typeof createSuspects>

/**
 * A suspect is a job during which a process ended unexpectedly. A process runs one suspect at a time,
 * of all runners: when it ends again, the cause is not any of the other suspects, which were only
 * interrupted by the first crash.
 */
export const createSuspects = () => {
  let isTaken = false
  const listeners: (() => void)[] = []
  return {
    isTaken: () => isTaken,
    /** False when another suspect is running. */
    take(): boolean {
      if (isTaken) return false
      isTaken = true
      return true
    },
    release() {
      isTaken = false
      for (const listener of listeners) listener()
    },
    onRelease: (listener: () => void) => void listeners.push(listener),
  }
}
