import { byId } from './dom.ts'

const menu = byId<HTMLDialogElement>('menu')

document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('button')
  if (menu.contains(button)) menu.close()
  // For browsers without `commandfor`; in the others the dialog is already open.
  const dialog = button?.getAttribute('commandfor')
  if (dialog) byId<HTMLDialogElement>(dialog).showModal()
  // For browsers without `closedby`: a click on the backdrop hits the dialog itself.
  if (target instanceof HTMLDialogElement) target.close()
})
