// Code that a page is shown without, and that the next press may need: it is loaded when the reader
// first moves the pointer, touches the screen or presses a key.
const events = ['pointermove', 'pointerdown', 'keydown'] as const

let waiting: (() => Promise<unknown>)[] | null = []

const start = (event: Event) => {
  // A browser reports a pointer that rests where a page appears.
  if (event instanceof PointerEvent && event.type === 'pointermove') {
    if (event.movementX === 0 && event.movementY === 0) return
  }
  for (const event of events) removeEventListener(event, start, true)
  const parts = waiting ?? []
  waiting = null
  // A failure shows when the part is rendered.
  for (const load of parts) load().catch(() => undefined)
}

for (const event of events) addEventListener(event, start, { capture: true, passive: true })

/** Loads it at the first use of the page, or now if the page is in use. */
export const onFirstUse = (load: () => Promise<unknown>) => {
  if (waiting) waiting.push(load)
  else load().catch(() => undefined)
}
