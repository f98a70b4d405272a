/** For browsers without ResizeObserver: reports sizes once, and when the window changes. */
export class PlainResizeObserver implements ResizeObserver {
  readonly #onResize: ResizeObserverCallback
  readonly #elements = new Set<Element>()

  constructor(onResize: ResizeObserverCallback) {
    this.#onResize = onResize
    addEventListener('resize', this.#report)
  }

  observe(element: Element) {
    this.#elements.add(element)
    queueMicrotask(this.#report)
  }

  unobserve(element: Element) {
    this.#elements.delete(element)
  }

  disconnect() {
    this.#elements.clear()
    removeEventListener('resize', this.#report)
  }

  readonly #report = () => {
    const entries = [...this.#elements].map((target) => entryOf(target))
    if (entries.length > 0) this.#onResize(entries, this)
  }
}

const entryOf = (target: Element): ResizeObserverEntry => {
  const contentRect = target.getBoundingClientRect()
  const size = [{ inlineSize: contentRect.width, blockSize: contentRect.height }]
  return {
    target,
    contentRect,
    borderBoxSize: size,
    contentBoxSize: size,
    devicePixelContentBoxSize: size,
  }
}
