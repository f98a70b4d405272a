// After a navigation the focus moves to the heading of the new page. The heading may appear after the
// address has changed, so the request waits until a heading takes it.
let isWished = false

export const wishFocus = () => {
  isWished = true
}

export const takeFocusWish = (): boolean => {
  const wished = isWished
  isWished = false
  return wished
}
