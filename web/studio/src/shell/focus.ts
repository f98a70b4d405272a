// After a navigation the focus moves to the heading of the new page. The heading may appear after the
// address has changed, so the request waits until a heading takes it. It is dropped when the person
// goes on before that: the focus must not leave a menu that is open by then.
let isRequested = false

export const requestFocus = () => {
  isRequested = true
}

export const takeFocusWish = (): boolean => {
  const requested = isRequested
  isRequested = false
  return requested
}

// Before the handlers of the page, whose navigation is a new wish.
for (const press of ['keydown', 'pointerdown']) addEventListener(press, takeFocusWish, true)
