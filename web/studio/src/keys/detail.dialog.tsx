import type { Schema } from '../api/client.ts'
import { useOrganizations } from '../api/organization.ts'
import { useApi } from '../api/query.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { Shown } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'

/** The owner of a key and its limits. */
export const KeyDetailDialog = (props: { apiKey: Schema<'ApiKey'>; onClose: () => void }) => {
  const { keys: words, roles } = useWords()
  const { instant } = useFormat()
  const { id, name } = props.apiKey
  const query = useApi('/v1/api-keys/{id}', { params: { path: { id } } })
  const organizations = useOrganizations().data?.organizations ?? []
  const nameOf = (organizationId: string) =>
    organizations.find((one) => one.id === organizationId)?.name ?? organizationId
  return (
    <Dialog onClose={props.onClose} title={name}>
      <Shown query={query} height="h-48">
        {(key) => (
          <Facts
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
