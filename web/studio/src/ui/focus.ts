/** After the next render: the pressed button may be gone, or the field may not be there yet. */
export const focusIn = (part: Element | null, selector: string) => {
  setTimeout(() => part?.querySelector<HTMLElement>(selector)?.focus())
}
