import { useState } from 'react'
import { useAccount } from '../api/account.ts'
import { keptHere } from '../browser.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { useWords } from '../words/words.tsx'

const key = 'qpr private host'

/**
 * A printed code cannot be changed: said once, until the reader dismisses it. Another address is
 * another warning.
 */
export const PrivateHostBanner = () => {
  const { shell } = useWords()
  const { data: account } = useAccount()
  const [dismissed, setDismissed] = useState(() => keptHere.read(key))
  if (!account || account.scan_host_is_public || dismissed === account.scan_host) return null
  const dismiss = () => {
    keptHere.write(key, account.scan_host)
    setDismissed(account.scan_host)
  }
  return (
    <div
      role="status"
      className="flex items-start gap-2 border-b border-line bg-warn-soft px-4 py-1 text-small text-warn sm:px-8"
    >
      <Icon name="warning" className="mt-2" />
      <p className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        {shell.privateHost(account.scan_host)} {shell.privateHostHelp}
      </p>
      <IconButton icon="close" label={shell.dismiss} onClick={dismiss} />
    </div>
  )
}
