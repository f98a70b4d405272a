import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { qpr, type Schema } from '../api/client.ts'
import { useMay } from '../api/organization.ts'
import { queryOf } from '../api/query.ts'
import { sourceRoute } from '../routes.ts'
import { NotFoundPage } from '../shell/failures.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { FactList } from '../ui/facts.tsx'
import { Icon } from '../ui/icons.tsx'
import { BackLink } from '../ui/links.tsx'
import { Marked } from '../ui/marked.tsx'
import { Page, Section } from '../ui/page.tsx'
import { Notice, Shown, Skeleton } from '../ui/states.tsx'
import { onPage, Paging } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { EncodingSelect } from './encoding-select.tsx'
import { CorrectionDialog, type TextPassage } from './source.dialogs.tsx'
import { SourceStatus } from './source-table.tsx'

const passagesOfPage = 20
const refreshMs = 1000

/** A source, and the text that was read. */
export const SourcePage = () => {
  const { knowledge: words } = useWords()
  const { id } = sourceRoute.useParams()
  const query = useQuery({
    ...queryOf(qpr.knowledge.get, id),
    refetchInterval: ({ state }) => state.data?.status === 'processing' && refreshMs,
  })
  const { data, error } = query
  if (error?.status === 404) return <NotFoundPage />
  return (
    <Page
      title={
        data ? <bdi className="wrap-anywhere">{data.title}</bdi> : <Skeleton className="h-8 w-64" />
      }
      name={words.oneTitle}
      back={<BackLink to="/$slug/knowledge" text={words.title} />}
    >
      <Shown query={query} height="h-24">
        {(source) => <SourceFacts source={source} />}
      </Shown>
      <Section title={words.textTitle} text={words.textHint}>
        {/* Another reading has another text. */}
        <SourceText
          key={data?.refreshed_at}
          id={id}
          canCorrect={data !== undefined && data.kind !== 'question'}
        />
      </Section>
    </Page>
  )
}

const SourceFacts = ({ source }: { source: Schema<'KnowledgeSource'> }) => {
  const { knowledge: words } = useWords()
  const { number } = useFormat()
  const mayWrite = useMay()('knowledge:write')
  const { url, code_ids, pages, refreshed_at, encoding } = source
  return (
    <FactList
      className="card mb-8 p-4 sm:grid-cols-3 sm:p-6"
      list={[
        [words.status, <SourceStatus key="status" source={source} />],
        [words.kind, words.kinds[source.kind]],
        [words.codes, code_ids === null ? words.allCodes : words.countedCodes(code_ids.length)],
        [words.pages, pages > 0 && number(pages)],
        [words.readAt, refreshed_at !== null && <Time key="read" at={refreshed_at} />],
        [
          words.encoding,
          encoding !== null &&
            (mayWrite ? (
              <EncodingSelect key="encoding" source={source} encoding={encoding} />
            ) : (
              encoding
            )),
        ],
        [words.address, url !== null && <WebAddress key="url" url={url} />],
      ]}
    />
  )
}

const WebAddress = ({ url }: { url: string }) => (
  <a
    href={url}
    target="_blank"
    rel="noopener noreferrer"
    className="inline-flex items-start gap-2 text-accent underline wrap-anywhere"
  >
    {url}
    <Icon name="external" className="mt-1" />
  </a>
)

const SourceText = ({ id, canCorrect }: { id: string; canCorrect: boolean }) => {
  const may = useMay()
  const [chosen, setChosen] = useState<TextPassage | null>(null)
  const { knowledge: words } = useWords()
  const { passage, page } = sourceRoute.useSearch()
  const navigate = sourceRoute.useNavigate()
  const isSought = passage !== undefined && page === undefined
  const query = useQuery({
    ...queryOf(qpr.knowledge.text, id, {
      ...onPage(page, passagesOfPage),
      ...(isSought && { passage_id: passage }),
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const correct = (one: TextPassage, offset: number) => {
    setChosen(one)
    // A corrected passage has a new id, under which the address would no longer find it.
    const page = offset / passagesOfPage + 1
    void navigate({ search: { page }, replace: true, resetScroll: false })
  }
  return (
    <Shown query={query} height="h-120">
      {({ passages, total, offset }) => (
        <>
          {isSought && !passages.some((one) => one.id === passage) && (
            <Notice className="mb-4">{words.placeGone}</Notice>
          )}
          {passages.length === 0 ? (
            <p className="text-muted">{words.noText}</p>
          ) : (
            <ol aria-label={words.textTitle} className="card divide-y divide-line overflow-hidden">
              {passages.map((one, index) => (
                <PassageItem
                  // biome-ignore lint/suspicious/noArrayIndexKey: the button of a passage keeps the focus when a correction gives the passage a new id
                  key={index}
                  number={offset + index + 1}
                  passage={one}
                  isSought={one.id === passage}
                  onCorrect={
                    canCorrect && may('knowledge:write') ? () => correct(one, offset) : null
                  }
                />
              ))}
            </ol>
          )}
          {chosen && (
            <CorrectionDialog sourceId={id} passage={chosen} onClose={() => setChosen(null)} />
          )}
          <Paging
            page={offset / passagesOfPage + 1}
            pageSize={passagesOfPage}
            total={total}
            without="passage"
          />
        </>
      )}
    </Shown>
  )
}

interface PassageItemProps {
  passage: TextPassage
  /** From 1 on. */
  number: number
  /** The place that a search or a citation led to. */
  isSought: boolean
  /** Null: the passage cannot be corrected, or not by this member. */
  onCorrect: (() => void) | null
}

const PassageItem = ({ passage, number, isSought, onCorrect }: PassageItemProps) => {
  const { knowledge: words } = useWords()
  const { q } = sourceRoute.useSearch()
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSought) item.current?.scrollIntoView({ block: 'center' })
  }, [isSought])
  const { title, url, page, headings, text, read_text } = passage
  const mark = read_text !== null && words.corrected
  const place = [url !== null && title, ...headings, page !== null && words.page(page), mark]
  const shown = place.filter(Boolean).join(' · ')
  return (
    <li
      ref={item}
      aria-current={isSought ? 'location' : undefined}
      className={classNames(
        'justify-between gap-6 px-4 py-3 sm:flex sm:px-6',
        isSought && 'border-s-4 border-s-accent bg-hover',
      )}
    >
      <div className="min-w-0">
        {shown !== '' && (
          <p className="text-small text-muted wrap-anywhere">
            <bdi>{shown}</bdi>
          </p>
        )}
        <p dir="auto" className="mt-1 max-w-180 wrap-anywhere whitespace-pre-wrap">
          <Marked text={text} question={isSought ? q : undefined} />
        </p>
      </div>
      {onCorrect && (
        <Button
          kind="quiet"
          aria-label={`${words.correct} (${number})`}
          className="shrink-0 self-start max-sm:-ms-3.5 sm:-me-3.5"
          onClick={onCorrect}
        >
          {words.correct}
        </Button>
      )}
    </li>
  )
}
