import { useId } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { useWords } from '../words/words.tsx'
import { AccountMenu } from './account-menu.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { Rail } from './rail.tsx'
import type { ShownOrganization } from './shown-organization.ts'

/** The rail of a small screen, over the page. */
const Drawer = ({ shown, onClose }: { shown: ShownOrganization; onClose: () => void }) => {
  const { shell } = useWords()
  const id = useId()
  return (
    <Modal
      onClose={onClose}
      aria-labelledby={id}
      className="slide-in h-dvh max-h-none w-72 max-w-[85vw] bg-paper"
    >
      <div className="flex min-h-full flex-col gap-4 p-3">
        <h2 id={id} className="sr-only">
          {shell.menu}
        </h2>
        <IconButton
          icon="close"
          label={shell.closeMenu}
          className="size-11 self-end"
          onClick={onClose}
        />
        <OrganizationSwitcher shown={shown} />
        <Rail shown={shown} />
        <AccountMenu shown={shown} className="mt-auto" />
      </div>
    </Modal>
  )
}

export default Drawer
