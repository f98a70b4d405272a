import { useRef } from 'react'

/** Returns the focus to the element that opened the dialog, or to the button of its menu. */
const openerOf = (active: Element | null): Element | null => {
  const button = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : active
}

/** Radix gives the focus back only to a trigger of its own, and our dialogs are opened by state. */
export const useFocusReturn = () => {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = openerOf(document.activeElement)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // After a navigation the focus already is where the new page wants it.
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
