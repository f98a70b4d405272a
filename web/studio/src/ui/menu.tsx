import type * as Radix from '@radix-ui/react-dropdown-menu'
import { createLink } from '@tanstack/react-router'
import {
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  cloneElement,
  createContext,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useContext,
  useState,
} from 'react'
import { classNames } from './class-names.ts'
import { onFirstUse } from './first-use.ts'
import { Icon, type IconName } from './icons.tsx'

export interface MenuProps {
  /** The button that opens it; takes a ref, as `Button` and `IconButton` do. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
  children: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  label?: string
}

type Parts = Pick<typeof Radix, 'Item' | 'Label' | 'Separator'>

export const MenuParts = createContext<Parts | null>(null)

/** The parts of menu items, available once the menu is loaded. */
const useMenuParts = (): Parts => {
  const parts = useContext(MenuParts)
  if (!parts) throw new Error('A menu item needs a menu around it.')
  return parts
}

// The code that positions menus is large, and a page is shown without it.
const load = () => import('./menu-radix.tsx')
const RadixMenu = lazy(load)

onFirstUse(load)

/** A list of things to do. Arrow keys, Home, End, typing and Escape work. */
export const Menu = (props: MenuProps) => {
  // Its button is a plain one until it is pressed: if it were replaced when the code arrives, it would
  // lose the focus. Not `pointerdown`: the button would be replaced before the browser moves the focus
  // to it, and a menu that loses the focus closes.
  const [isPressed, setIsPressed] = useState(false)
  const button = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setIsPressed(true),
    onKeyDown: ({ key }) => key === 'ArrowDown' && setIsPressed(true),
  })
  if (!isPressed) return button
  return (
    <Suspense fallback={button}>
      <RadixMenu {...props} />
    </Suspense>
  )
}

const itemLook =
  'control flex w-full items-center gap-2 rounded-field px-3 py-1.5 text-left outline-none data-disabled:opacity-50 data-highlighted:bg-hover'

interface ItemProps {
  icon?: IconName
  onSelect: () => void
  children: ReactNode
  isDanger?: boolean
  isDisabled?: boolean
}

export const MenuItem = ({ icon, onSelect, children, isDanger, isDisabled }: ItemProps) => {
  const { Item } = useMenuParts()
  return (
    <Item
      onSelect={onSelect}
      disabled={isDisabled ?? false}
      className={classNames(itemLook, isDanger && 'text-danger')}
    >
      {icon && <Icon name={icon} />}
      {children}
    </Item>
  )
}

interface MenuAnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  icon?: IconName
}

/** Goes elsewhere than the Studio. */
export const MenuAnchor = ({ icon, children, className, ...rest }: MenuAnchorProps) => {
  const { Item } = useMenuParts()
  return (
    <Item asChild>
      <a className={classNames(itemLook, className)} {...rest}>
        {icon && <Icon name={icon} />}
        {children}
      </a>
    </Item>
  )
}

/** Goes to a page of the Studio. */
export const MenuLink = createLink(MenuAnchor)

export const MenuLabel = ({ children }: { children: ReactNode }) => {
  const { Label } = useMenuParts()
  return <Label className="truncate px-3 py-1.5 text-small text-muted">{children}</Label>
}

export const MenuSeparator = () => {
  const { Separator } = useMenuParts()
  return <Separator className="my-1 h-px bg-line" />
}
