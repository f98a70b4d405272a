/**
 * Opens the dialogs of the page inside the phone. The page itself would open them over the whole
 * Studio.
 */
export const watchMenus = (body: HTMLElement) => {
  const openDialog = () => body.querySelector<HTMLDialogElement>('dialog[open]')
  const dialogOf = (button: Element | null) => {
    const id = button?.getAttribute('commandfor')
    return id ? body.querySelector<HTMLDialogElement>(`dialog#${id}`) : null
  }

  body.addEventListener(
    'click',
    (event) => {
      const target = event.target as Element
      const button = target.closest('button')
      const opening = dialogOf(button)
      const open = openDialog()
      if (opening) {
        // The browser would open it over everything.
        event.preventDefault()
        open?.close()
        return opening.show()
      }
      if (open && (!open.contains(target) || button || target.closest('a'))) open.close()
    },
    { capture: true },
  )

  body.addEventListener('keydown', (event) => {
    const open = openDialog()
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    open.close()
    body.querySelector<HTMLElement>('header button[commandfor]')?.focus()
  })
}
