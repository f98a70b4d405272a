// Stands in for the package of this name, which Radix locks the page's scrolling with: that one
// writes a <style> element, and our content security policy allows none.
import { type ElementType, type ReactNode, type Ref, useEffect } from 'react'

interface Props {
  as?: ElementType
  enabled?: boolean
  children?: ReactNode
  ref?: Ref<HTMLElement>
  allowPinchZoom?: boolean
  shards?: unknown
}

let locks = 0

const lock = () => {
  locks += 1
  document.documentElement.style.overflow = 'hidden'
  return () => {
    locks -= 1
    if (locks === 0) document.documentElement.style.overflow = ''
  }
}

export const RemoveScroll = ({
  as: Element = 'div',
  enabled = true,
  allowPinchZoom: _,
  shards: __,
  ...rest
}: Props) => {
  useEffect(() => (enabled ? lock() : undefined), [enabled])
  return <Element {...rest} />
}
