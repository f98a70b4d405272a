// After a navigation the focus belongs on the new page's heading, which may come a little later
// than the address: the wish waits until a heading takes it.
let isWished = false

export const wishFocus = () => {
  isWished = true
}

export const takeFocusWish = (): boolean => {
  const wished = isWished
  isWished = false
  return wished
}
