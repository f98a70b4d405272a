import { useEffect, useRef } from 'react'
import { useAccount } from '../api/account.ts'
import { serviceAddress } from '../api/place.ts'
import { clearPush, resumePush } from '../api/push.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icons.tsx'
import { Menu, MenuAnchor, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '../ui/menu.tsx'
import { useWords } from '../words/words.tsx'
import type { ShownOrganization } from './shown-organization.ts'

interface AccountMenuProps {
  shown: ShownOrganization
  className?: string
}

export const AccountMenu = ({ shown, className }: AccountMenuProps) => {
  const { shell } = useWords()
  const { data: account } = useAccount()
  const signOut = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Without it the reader is told by mail, and the page of notifications says so.
    if (account) resumePush(account).catch(() => {})
  }, [account])
  return (
    <>
      <form ref={signOut} method="post" action={serviceAddress('/signout')} hidden />
      <Menu
        align="start"
        side="top"
        label={shell.account}
        trigger={
          <button
            type="button"
            className={classNames(
              'control flex w-full items-center gap-3 rounded-field px-3 py-2 text-left text-muted hover:bg-hover hover:text-ink',
              className,
            )}
          >
            <Icon name="user" />
            <span className="min-w-0 flex-1 truncate">{account?.user.email ?? shell.account}</span>
            <Icon name="up" />
          </button>
        }
      >
        {account && <MenuLabel>{shell.signedInAs(account.user.email)}</MenuLabel>}
        <MenuLink to="/account" icon="settings">
          {shell.accountSettings}
        </MenuLink>
        {shown && (
          <MenuLink to="/$slug/notifications" params={{ slug: shown.slug }} icon="notifications">
            {shell.notifications}
          </MenuLink>
        )}
        <MenuAnchor href={serviceAddress('/docs')} target="_blank" rel="noreferrer" icon="external">
          {shell.reference}
        </MenuAnchor>
        <MenuSeparator />
        <MenuItem
          icon="right"
          onSelect={() => {
            clearPush()
            signOut.current?.submit()
          }}
        >
          {shell.signOut}
        </MenuItem>
      </Menu>
    </>
  )
}
