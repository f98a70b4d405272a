import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { queryOf } from '../api/query.ts'
import { knowledgeRoute } from '../routes.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { DropArea, FileButton } from '../ui/files.tsx'
import { Icon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { ProgressBar } from '../ui/progress.tsx'
import { EmptyState } from '../ui/states.tsx'
import { onPage } from '../ui/table.tsx'
import { type FileUpload, useUploads } from '../ui/uploading.ts'
import { problemText } from '../words/problems.ts'
import { useWords } from '../words/words.tsx'
import { NewAddressDialog, NewQuestionDialog } from './source.dialogs.tsx'
import { SourceTable } from './source-table.tsx'
import { TryBox } from './try-box.tsx'

const refreshMs = 1000
const filesId = 'knowledge-files'

/** Everything that the codes of an organization know beyond their prompts. */
export const KnowledgePage = () => {
  const { knowledge: words } = useWords()
  const mayWrite = useMay()('knowledge:write')
  const { page } = knowledgeRoute.useSearch()
  const [dialog, setDialog] = useState<'address' | 'question' | null>(null)
  const { uploads, upload, dismiss } = useUploads()
  const query = useSources(page)
  const isEmpty = query.data?.total === 0
  const close = () => setDialog(null)
  return (
    <Page
      title={words.title}
      text={
        <>
          {words.text} <UsedPages pages={sumOfPages(query.data?.sources)} />
        </>
      }
      action={
        mayWrite && (
          <>
            <Button icon="plus" onClick={() => setDialog('address')}>
              {words.addAddress}
            </Button>
            <Button icon="plus" onClick={() => setDialog('question')}>
              {words.addQuestion}
            </Button>
            <FileButton
              kind="primary"
              icon="upload"
              isMany
              accept=".pdf,.docx,.xlsx,.pptx,.jpg,.jpeg,.png,.md,.markdown,.txt,.html,.htm,.csv"
              onFiles={(files) => void upload(files)}
              field={{ id: filesId, 'aria-label': words.upload }}
            >
              {words.upload}
            </FileButton>
          </>
        )
      }
    >
      {mayWrite && (
        <DropArea onFiles={(files) => void upload(files)} className="mb-6">
          <label
            htmlFor={filesId}
            className="flex cursor-pointer items-start gap-2 px-4 py-4 text-muted hover:bg-hover"
          >
            <Icon name="upload" className="mt-1" />
            <span>
              <span className="font-medium text-ink">{words.drop}.</span> {words.dropText}
            </span>
          </label>
          <UploadList uploads={uploads} onDismiss={dismiss} />
        </DropArea>
      )}
      {!isEmpty && query.data && <TryBox />}
      <SourceTable
        query={query}
        page={page}
        empty={<EmptyState title={words.emptyTitle} text={words.emptyText} />}
      />
      {dialog === 'address' && <NewAddressDialog onClose={close} />}
      {dialog === 'question' && <NewQuestionDialog onClose={close} />}
    </Page>
  )
}

const sumOfPages = (sources: readonly { pages: number }[] = []): number =>
  sources.reduce((sum, { pages }) => sum + pages, 0)

/** Reads the list again while a source is being read. */
const useSources = (page: number | undefined) => {
  const { id: organization_id } = useOrganization()
  return useQuery({
    ...queryOf(qpr.knowledge.list, { organization_id, ...onPage(page) }),
    refetchInterval: ({ state }) =>
      !!state.data?.sources.some(({ status }) => status === 'processing') && refreshMs,
  })
}

/** The pages of all sources, beside the limit of the plan for members who may read it. */
const UsedPages = ({ pages: counted }: { pages: number }) => {
  const { knowledge: words } = useWords()
  const { id } = useOrganization()
  const mayRead = useMay()('subscription:read')
  const { data, refetch } = useQuery({ ...queryOf(qpr.organizations.usage, id), enabled: mayRead })
  // A source that has been read has more pages than before.
  useEffect(() => {
    if (counted > 0 && mayRead) void refetch()
  }, [counted, mayRead, refetch])
  const pages = data?.knowledge_pages
  return pages ? <>{words.usedPages(pages.used, pages.maximum)}.</> : null
}

interface UploadListProps {
  uploads: FileUpload[]
  onDismiss: (key: string) => void
}

const UploadList = ({ uploads, onDismiss }: UploadListProps) => {
  const words = useWords()
  if (uploads.length === 0) return null
  return (
    <ul aria-label={words.knowledge.uploads} className="flex flex-col gap-2 px-4 pb-4">
      {uploads.map(({ key, name, sent, size, problem }) => (
        <li key={key} className="card flex items-center gap-3 px-4 py-2">
          <div className="min-w-0 flex-1">
            <bdi className="line-clamp-1 wrap-anywhere">{name}</bdi>
            {problem === null ? (
              <ProgressBar label={words.knowledge.uploading(name)} done={sent} total={size} />
            ) : (
              <p role="alert" className="text-small text-danger">
                {problem === 'tooLarge' ? words.knowledge.tooLarge : problemText(words, problem)}
              </p>
            )}
          </div>
          {problem !== null && (
            <IconButton
              icon="close"
              label={words.knowledge.dismissUpload(name)}
              onClick={() => onDismiss(key)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
