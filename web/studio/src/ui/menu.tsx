import { createLink } from '@tanstack/react-router'
import { DropdownMenu as Radix } from 'radix-ui'
import { type AnchorHTMLAttributes, type ReactNode, type Ref, useState } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icons.tsx'

interface MenuProps {
  /** The button that opens it; takes a ref, as `Button` and `IconButton` do. */
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  label?: string
}

/** A list of things to do. Arrow keys, Home, End, typing and Escape work. */
export const Menu = ({ trigger, children, align = 'end', side = 'bottom', label }: MenuProps) => {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  // Within the landmark or the dialog of its button: outside, a screen reader would not find it.
  const place = button?.closest<HTMLElement>('[role=dialog], aside, header, main')
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild ref={setButton}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={place ?? null}>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          {...(label !== undefined && { 'aria-label': label })}
          className="appear z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-48 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
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

export const MenuItem = ({ icon, onSelect, children, isDanger, isDisabled }: ItemProps) => (
  <Radix.Item
    onSelect={onSelect}
    disabled={isDisabled ?? false}
    className={classNames(itemLook, isDanger && 'text-danger')}
  >
    {icon && <Icon name={icon} />}
    {children}
  </Radix.Item>
)

interface MenuAnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  icon?: IconName
  ref?: Ref<HTMLAnchorElement>
}

/** Goes elsewhere than the Studio. */
export const MenuAnchor = ({ icon, children, className, ...rest }: MenuAnchorProps) => (
  <Radix.Item asChild>
    <a className={classNames(itemLook, className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  </Radix.Item>
)

/** Goes to a page of the Studio. */
export const MenuLink = createLink(MenuAnchor)

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="truncate px-3 py-1.5 text-small text-muted">{children}</Radix.Label>
)

export const MenuSeparator = () => <Radix.Separator className="my-1 h-px bg-line" />
