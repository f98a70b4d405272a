import { byId } from './dom.ts'

const menu = byId<HTMLDialogElement>('menu')

document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('button')
  if (menu.contains(button)) menu.close()
  const dialog = button?.getAttribute('commandfor')
  // For browsers without `commandfor`. The others open it themselves.
  if (dialog && !(button as { commandForElement?: Element }).commandForElement)
    byId<HTMLDialogElement>(dialog).showModal()
  // For browsers without `closedby`: a click on the backdrop hits the dialog itself.
  if (target instanceof HTMLDialogElement) target.close()
})
