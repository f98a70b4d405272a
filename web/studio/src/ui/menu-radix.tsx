import * as Radix from '@radix-ui/react-dropdown-menu'
import { useState } from 'react'
import { MenuParts, type MenuProps } from './menu.tsx'

const parts = { Item: Radix.Item, Label: Radix.Label, Separator: Radix.Separator }

/** The part of `Menu` that is loaded after the page, and rendered when its button is pressed. */
const RadixMenu = (props: MenuProps) => {
  const { trigger, children, align = 'end', side = 'bottom', label } = props
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  // Within the landmark or the dialog of its button: outside, a screen reader would not find it.
  const place = button?.closest<HTMLElement>('dialog, aside, header, main')
  return (
    <Radix.Root modal={false} defaultOpen>
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
          <MenuParts value={parts}>{children}</MenuParts>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export default RadixMenu
