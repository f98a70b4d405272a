import { type ReactNode, useState } from 'react'
import { qpr, type Schema } from '../api/client.ts'
import { useOrganization, useOrganizations } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { keysRoute } from '../routes.ts'
import { useAsk } from '../ui/ask.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FactList } from '../ui/facts.tsx'
import { TabLink, Tabs } from '../ui/links.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Page } from '../ui/page.tsx'
import { RotateDialog } from '../ui/rotate-dialog.tsx'
import { Badge, EmptyState, Shown } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { NewKeyDialog } from './new.dialog.tsx'

type Key = Schema<'ApiKey'>
type Open = { what: 'new' } | { what: 'detail' | 'rotate'; key: Key } | null

/** The keys of the organization, or all keys of the user. */
export const KeysPage = () => {
  const { keys: words, roles } = useWords()
  const { date } = useFormat()
  const { id, slug } = useOrganization()
  const { of } = keysRoute.useSearch()
  const [open, setOpen] = useState<Open>(null)
  const query = { view: 'full' as const, ...(of !== 'me' && { organization_id: id }) }
  const keys = useRead(qpr.apiKeys.list, query)
  const revoke = useChange(qpr.apiKeys.revoke, { changes: ['/v1/api-keys'] })
  const rotate = useChange(qpr.apiKeys.rotate, { changes: ['/v1/api-keys'] })
  const ask = useAsk()
  const close = () => setOpen(null)
  const askToRevoke = (key: Key) =>
    ask({
      title: words.revokeTitle(key.name),
      text: words.revokeText,
      action: words.revoke,
      isDanger: true,
      onConfirm: () => revoke.mutateAsync([key.id]),
      done: words.isRevoked(key.name),
    })
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setOpen({ what: 'new' })}>
      {words.create}
    </Button>
  )
  const columns: Column<Key>[] = [
    { header: words.name, cell: (key) => <KeyName apiKey={key} /> },
    { header: words.owner, cell: ({ user_email }) => user_email },
    {
      header: words.role,
      cell: ({ role }) => (role ? roles[role] : <Muted>{words.roleOfPerson}</Muted>),
    },
    {
      header: words.expires,
      cell: ({ expires_at }) =>
        expires_at ? date(expires_at) : <Muted>{words.expiresNever}</Muted>,
    },
    { header: words.lastUsed, cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  ]
  return (
    <Page
      title={words.title}
      text={words.text}
      action={create}
      tabs={
        <Tabs label={words.title}>
          <TabLink
            to="/$slug/keys"
            params={{ slug }}
            search={{}}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          >
            {words.ofOrganization}
          </TabLink>
          <TabLink to="/$slug/keys" params={{ slug }} search={{ of: 'me' }}>
            {words.ofMine}
          </TabLink>
        </Tabs>
      }
    >
      <Table
        query={keys}
        caption={words.title}
        columns={columns}
        rows={keys.data?.keys}
        rowKey={(key) => key.id}
        rowActions={(key) => (
          <Menu trigger={<IconButton icon="more" label={words.actionsOf(key.name)} />}>
            <MenuItem icon="info" onSelect={() => setOpen({ what: 'detail', key })}>
              {words.details}
            </MenuItem>
            {!key.revoked && (
              <>
                <MenuItem icon="refresh" onSelect={() => setOpen({ what: 'rotate', key })}>
                  {words.rotate}
                </MenuItem>
                <MenuItem icon="trash" isDanger onSelect={() => askToRevoke(key)}>
                  {words.revoke}
                </MenuItem>
              </>
            )}
          </Menu>
        )}
        empty={<EmptyState title={words.emptyTitle} text={words.emptyText} action={create} />}
      />
      {open?.what === 'new' && <NewKeyDialog onClose={close} />}
      {open?.what === 'detail' && <KeyDetailDialog apiKey={open.key} onClose={close} />}
      {open?.what === 'rotate' && (
        <RotateDialog
          onClose={close}
          title={words.rotateTitle(open.key.name)}
          text={words.rotateText}
          action={words.rotate}
          grace={words.grace}
          label={words.yourKey}
          rotate={async (grace_seconds) => {
            const { key } = await rotate.mutateAsync([open.key.id, { grace_seconds }])
            return { secret: key }
          }}
        />
      )}
    </Page>
  )
}

const KeyName = ({ apiKey }: { apiKey: Key }) => {
  const { keys: words } = useWords()
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      <span className="font-medium wrap-anywhere">{apiKey.name}</span>
      {apiKey.revoked ? (
        <Badge tone="bad">{words.revoked}</Badge>
      ) : (
        isExpired(apiKey) && <Badge tone="warn">{words.expired}</Badge>
      )}
    </span>
  )
}

const isExpired = ({ expires_at }: Key): boolean =>
  typeof expires_at === 'string' && Date.parse(expires_at) <= Date.now()

const Muted = ({ children }: { children: ReactNode }) => (
  <span className="text-muted">{children}</span>
)

/** The owner of a key and its limits. */
const KeyDetailDialog = (props: { apiKey: Key; onClose: () => void }) => {
  const { keys: words, roles } = useWords()
  const { instant } = useFormat()
  const { id, name } = props.apiKey
  const query = useRead(qpr.apiKeys.get, id)
  const organizations = useOrganizations().data?.organizations ?? []
  const nameOf = (organizationId: string) =>
    organizations.find((one) => one.id === organizationId)?.name ?? organizationId
  return (
    <Dialog onClose={props.onClose} title={name}>
      <Shown query={query} height="h-48">
        {(key) => (
          <FactList
            list={[
              [words.owner, key.user_email],
              [words.reach, key.organization_id ? nameOf(key.organization_id) : words.reachesAll],
              [words.role, key.role ? roles[key.role] : words.roleOfPerson],
              [words.expires, key.expires_at ? instant(key.expires_at) : words.expiresNever],
              [words.lastUsed, <Time key="used" at={key.last_used_at} />],
              [words.made, <Time key="made" at={key.created_at} />],
              [words.id, <code key="id">{key.id}</code>],
            ]}
          />
        )}
      </Shown>
    </Dialog>
  )
}
