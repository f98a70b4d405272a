import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { qpr, type Schema } from '../api/client.ts'
import { useMay } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { ConfirmButton } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { More } from '../ui/more.tsx'
import { EmptyState, ErrorPanel, Loading, Shown } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { useWords } from '../words/words.tsx'
import { codePaths, useCode } from './code.ts'

// Loaded with the first difference that is opened.
const Difference = lazy(() => import('./difference.tsx'))

type Version = Schema<'CodeVersion'>

const useVersions = (id: string | undefined) =>
  useInfiniteQuery({
    queryKey: ['/v1/qpr-codes/{id}/history', id],
    enabled: id !== undefined,
    initialPageParam: '',
    queryFn: async ({ pageParam: cursor, signal }) =>
      await qpr.codes.listVersions(id ?? '', { cursor, limit: 20 }, { signal }),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

/** Former versions of the prompt and the texts: who changed them, when, what, and a way back. */
export const HistoryTab = () => {
  const { codeHistory: words } = useWords()
  const code = useCode()
  const query = useVersions(code?.id)
  const { data, error } = query
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void query.refetch()} />
  if (!code || !data) return <Loading />
  const versions = data.pages.flatMap(({ versions }) => versions)
  if (versions.length === 0) return <EmptyState title={words.empty} text={words.emptyText} />
  return (
    <>
      <p className="mb-4 text-muted">{words.text}</p>
      <ol className="grid gap-3">
        {versions.map((version) => (
          <VersionItem key={version.version} codeId={code.id} version={version} />
        ))}
      </ol>
      <More query={query}>{words.more}</More>
    </>
  )
}

const VersionItem = ({ codeId, version }: { codeId: string; version: Version }) => {
  const words = useWords()
  const { codeHistory } = words
  const may = useMay()
  const [isOpen, setIsOpen] = useState(false)
  const { email, key_name, changed_at } = version
  const restore = useChange(qpr.codes.restoreVersion, { changes: codePaths })
  const who = email ?? codeHistory.unknown
  const fields = version.fields.map((name) => codeHistory.fields[name as 'prompt'] ?? name)
  return (
    <li className="card p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{codeHistory.changed(fields.join(', '))}</p>
          <p className="text-small wrap-anywhere text-muted">
            {key_name === null ? who : codeHistory.withKey(who, key_name)} ·{' '}
            <Time at={changed_at} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            aria-expanded={isOpen}
            icon={isOpen ? 'up' : 'down'}
            onClick={() => setIsOpen(!isOpen)}
          >
            {codeHistory.show}
          </Button>
          {may('codes:write') && (
            <ConfirmButton
              icon="refresh"
              title={codeHistory.restoreTitle}
              text={codeHistory.restoreText}
              action={codeHistory.restore}
              onConfirm={() => restore.mutateAsync([codeId, version.version])}
              done={codeHistory.restored}
            />
          )}
        </div>
      </div>
      {isOpen && <Changes codeId={codeId} version={version.version} />}
    </li>
  )
}

const Changes = ({ codeId: id, version }: { codeId: string; version: number }) => {
  const query = useRead(qpr.codes.getVersion, id, String(version))
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Shown query={query} height="h-24">
        {(detail) => (
          <Suspense fallback={<Loading height="h-24" />}>
            <Difference before={detail.before} after={detail.after} fields={detail.fields} />
          </Suspense>
        )}
      </Shown>
    </div>
  )
}
