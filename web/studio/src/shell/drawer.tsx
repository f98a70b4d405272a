import { Dialog } from 'radix-ui'
import { IconButton } from '../ui/button.tsx'
import { useFocusReturn } from '../ui/focus-return.ts'
import { useWords } from '../words/words.tsx'
import { AccountMenu } from './account-menu.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { Rail } from './rail.tsx'
import type { ShownOrganization } from './shown-organization.ts'

interface DrawerProps {
  shown: ShownOrganization
  onClose: () => void
}

/** The rail of a small screen, over the page. */
const Drawer = ({ shown, onClose }: DrawerProps) => {
  const { shell } = useWords()
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Content
          {...useFocusReturn()}
          aria-describedby={undefined}
          className="slide-in fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col gap-4 overflow-y-auto bg-paper p-3 shadow-float"
        >
          <Dialog.Title className="sr-only">{shell.menu}</Dialog.Title>
          <Dialog.Close asChild>
            <IconButton icon="close" label={shell.closeMenu} className="size-11 self-end" />
          </Dialog.Close>
          <OrganizationSwitcher shown={shown} />
          <Rail shown={shown} />
          <AccountMenu className="mt-auto" />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export default Drawer
