import type { DropdownMenu as Radix } from 'radix-ui'
import { createContext, type ReactElement, type ReactNode, useContext } from 'react'

export interface MenuProps {
  /** The button that opens it; takes a ref, as `Button` and `IconButton` do. */
  trigger: ReactElement<{ onClick?: () => void }>
  children: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  label?: string
  /** Open as soon as it is there: for a menu that is only made when its button is pressed. */
  isOpenAtFirst?: boolean
}

type Parts = Pick<typeof Radix, 'Item' | 'Label' | 'Separator'>

export const MenuParts = createContext<Parts | null>(null)

/** The parts of menu items, available once the menu is loaded. */
export const useMenuParts = (): Parts => {
  const parts = useContext(MenuParts)
  if (!parts) throw new Error('This belongs into a menu.')
  return parts
}
