import { useAccount } from '../api/account.ts'
import { Icon } from '../ui/icons.tsx'
import { useWords } from '../words/words.tsx'

/** A printed code cannot be changed: said on every page until the address is a public one. */
export const PrivateHostBanner = () => {
  const { shell } = useWords()
  const { data: account } = useAccount()
  if (!account || account.scan_host_is_public) return null
  return (
    <p
      role="status"
      className="flex items-start gap-2 border-b border-line bg-warn-soft px-4 py-2 text-small text-warn sm:px-8"
    >
      <Icon name="warning" className="mt-0.5" />
      <span className="min-w-0 wrap-anywhere">
        {shell.privateHost(account.scan_host)} {shell.privateHostHelp}
      </span>
    </p>
  )
}
