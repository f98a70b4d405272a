import type { ReactNode } from 'react'
import type { Schema } from '../api/client.ts'
import { useOrganizations } from '../api/organization.ts'
import { useApi } from '../api/query.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorPanel, Skeleton } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'

/** The owner of a key and its limits. */
export const KeyDetailDialog = (props: { apiKey: Schema<'ApiKey'>; onClose: () => void }) => {
  const { keys: words, roles } = useWords()
  const { instant } = useFormat()
  const { id, name } = props.apiKey
  const { data, error, refetch } = useApi('/v1/api-keys/{id}', { params: { path: { id } } })
  const organizations = useOrganizations().data?.organizations ?? []
  const nameOf = (organizationId: string) =>
    organizations.find((one) => one.id === organizationId)?.name ?? organizationId
  return (
    <Dialog isOpen onClose={props.onClose} title={name}>
      {error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
          <Fact term={words.owner}>{data.user_email}</Fact>
          <Fact term={words.reach}>
            {data.organization_id ? nameOf(data.organization_id) : words.reachesAll}
          </Fact>
          <Fact term={words.role}>{data.role ? roles[data.role] : words.roleOfPerson}</Fact>
          <Fact term={words.expires}>
            {data.expires_at ? instant(data.expires_at) : words.expiresNever}
          </Fact>
          <Fact term={words.lastUsed}>
            <Time at={data.last_used_at} />
          </Fact>
          <Fact term={words.made}>
            <Time at={data.created_at} />
          </Fact>
          <Fact term={words.id}>
            <code className="font-mono text-small wrap-anywhere">{data.id}</code>
          </Fact>
        </dl>
      ) : (
        <Skeleton className="h-48 w-full" />
      )}
    </Dialog>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{term}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)
