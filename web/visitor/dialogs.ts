import { byId } from './dom.ts'

const menu = byId<HTMLDialogElement>('menu')

document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('button')
  if (menu.contains(button)) menu.close()
  // For browsers that do not know `commandfor`; the others find it open.
  const dialog = button?.getAttribute('commandfor')
  if (dialog) byId<HTMLDialogElement>(dialog).showModal()
  // And those that do not know `closedby`: the backdrop is the dialog itself.
  if (target instanceof HTMLDialogElement) target.close()
})
