import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { qpr, type Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { queryOf } from '../api/query.ts'
import { useFiltered } from '../api/read.ts'
import { knowledgeRoute } from '../routes.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { DropArea, FileButton } from '../ui/files.tsx'
import { Icon } from '../ui/icons.tsx'
import { Page, Section } from '../ui/page.tsx'
import { ProgressBar } from '../ui/progress.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState, Shown } from '../ui/states.tsx'
import { onPage } from '../ui/table.tsx'
import { type Upload, useUploads } from '../ui/uploading.ts'
import { problemText } from '../words/problems.ts'
import { useWords } from '../words/words.tsx'
import { NewAddressDialog, NewQuestionDialog } from './source.dialogs.tsx'
import { SourceTable } from './source-table.tsx'

const refreshMs = 1000

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
              accept=".pdf,.docx,.md,.markdown,.txt,.html,.htm,.csv"
              onFiles={(files) => void upload(files)}
              field={{ 'aria-label': words.upload }}
            >
              {words.upload}
            </FileButton>
          </>
        )
      }
    >
      {mayWrite && (
        <DropArea onFiles={(files) => void upload(files)} className="mb-6 px-4 py-4">
          <p className="flex items-start gap-2 text-muted">
            <Icon name="upload" className="mt-1" />
            <span>
              <span className="font-medium text-ink">{words.drop}.</span> {words.dropText}
            </span>
          </p>
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
  uploads: Upload[]
  onDismiss: (key: string) => void
}

const UploadList = ({ uploads, onDismiss }: UploadListProps) => {
  const words = useWords()
  if (uploads.length === 0) return null
  return (
    <ul aria-label={words.knowledge.uploads} className="flex flex-col gap-2">
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

type Passage = Schema<'KnowledgePassage'>

/** A question, and what the codes would find for it. */
const TryBox = () => {
  const { knowledge: words } = useWords()
  const { q = '' } = knowledgeRoute.useSearch()
  const navigate = knowledgeRoute.useNavigate()
  const onChange = (value: string) =>
    void navigate({ search: (old) => ({ ...old, q: value || undefined }), replace: true })
  return (
    <Section title={words.try} text={words.tryHint}>
      <SearchField label={words.question} value={q} onChange={onChange} className="max-w-150" />
      {q !== '' && <Results q={q} />}
    </Section>
  )
}

const Results = ({ q }: { q: string }) => {
  const { knowledge: words } = useWords()
  const { id: organization_id } = useOrganization()
  const query = useFiltered(qpr.knowledge.search, { q, organization_id })
  return (
    <div role="status" className="mt-4">
      <Shown query={query} height="h-24">
        {({ passages }) =>
          passages.length === 0 ? (
            <p className="text-muted">{words.nothingFound}</p>
          ) : (
            <ol aria-label={words.found} className="flex flex-col gap-3">
              {passages.map((passage) => (
                <Result key={passage.id} passage={passage} />
              ))}
            </ol>
          )
        }
      </Shown>
    </div>
  )
}

const Result = ({ passage: { title, page, headings, text } }: { passage: Passage }) => {
  const { knowledge: words } = useWords()
  return (
    <li className="card px-4 py-3">
      <p className="text-small text-muted wrap-anywhere">
        {[title, ...headings, page !== null && words.page(page)].filter(Boolean).join(' · ')}
      </p>
      <p dir="auto" className="mt-1 line-clamp-4 wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </li>
  )
}
