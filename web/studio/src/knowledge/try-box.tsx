import { type FormEvent, useState } from 'react'
import { maxLength } from '#contract/limits.ts'
import { useAccount } from '../api/account.ts'
import { qpr, type Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useFiltered } from '../api/read.ts'
import { CodeFilter } from '../conversations/code-filter.tsx'
import { knowledgeRoute } from '../routes.ts'
import { AnswerText } from '../ui/answer-text.tsx'
import { Button } from '../ui/button.tsx'
import { type Citation, PassageDialog } from '../ui/citations.tsx'
import { TextField } from '../ui/field.tsx'
import { Modules } from '../ui/icons.tsx'
import { TextLink } from '../ui/links.tsx'
import { Marked } from '../ui/marked.tsx'
import { Section } from '../ui/page.tsx'
import { Notice, ProblemLine, Shown } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { type TriedAnswer, useTriedAnswer } from './tried-answer.ts'

type FoundPassage = Schema<'KnowledgePassage'>

/** A question, the answer of a code, and the places that it comes from. */
export const TryBox = () => {
  const { knowledge: words } = useWords()
  const { q = '', code } = knowledgeRoute.useSearch()
  const navigate = knowledgeRoute.useNavigate()
  const mayAsk = useMay()('codes:write')
  const [typed, setTyped] = useState(q)
  const { answer, ask } = useTriedAnswer(code)
  const change = (changed: { q?: string | undefined; code?: string | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...changed }), replace: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const question = typed.trim()
    change({ q: question || undefined })
    if (question !== '' && mayAsk) void ask(question)
  }
  return (
    <Section title={words.try} text={words.tryHint}>
      <search>
        <form onSubmit={submit} className="grid items-end gap-3 sm:grid-cols-[2fr_1fr_auto]">
          <TextField
            label={words.question}
            name="q"
            value={typed}
            maxLength={maxLength.search}
            autoComplete="off"
            onChange={setTyped}
          />
          <CodeFilter
            label={words.tryCode}
            value={code}
            onChange={(chosen) => change({ code: chosen })}
          />
          <Button type="submit">{words.ask}</Button>
        </form>
      </search>
      <MeaningHint />
      {answer && <Answer answer={answer} />}
      {q !== '' && (
        <Results q={q} code={code} citations={answer?.question === q ? answer.citations : []} />
      )}
    </Section>
  )
}

/** What the search finds beyond words, or could find. */
const MeaningHint = () => {
  const { knowledge: words } = useWords()
  const meaning = useAccount().data?.search_by_meaning
  if (meaning === undefined || meaning === 'all') return null
  return <p className="mt-2 max-w-180 text-small text-muted">{words.meaning[meaning]}</p>
}

const Answer = ({ answer }: { answer: TriedAnswer }) => {
  const { knowledge: words } = useWords()
  const [opened, open] = useState<Citation | null>(null)
  const { text, citations, isRunning, error, note, codeName } = answer
  return (
    <section aria-label={words.answer} className="card mt-4 p-4" aria-busy={isRunning}>
      <p className="mb-2 text-small text-muted">
        {words.answerOf} <bdi>{codeName}</bdi>
      </p>
      <AnswerText text={text} citations={citations} onOpen={open} />
      {isRunning && <Modules className="text-accent" />}
      {note !== null && <Notice className="mt-3">{note}</Notice>}
      <ProblemLine error={error} className="mt-3" />
      {opened && <PassageDialog citation={opened} onClose={() => open(null)} />}
    </section>
  )
}

interface ResultsProps {
  q: string
  code: string | undefined
  citations: Citation[]
}

const Results = ({ q, code, citations }: ResultsProps) => {
  const { knowledge: words } = useWords()
  const { id: organization_id } = useOrganization()
  const query = useFiltered(qpr.knowledge.search, {
    q,
    organization_id,
    ...(code !== undefined && { qpr_code_id: code }),
  })
  return (
    <div role="status" className="mt-4">
      <Shown query={query} height="h-24">
        {({ passages }) =>
          passages.length === 0 ? (
            <p className="text-muted">{words.nothingFound}</p>
          ) : (
            <ol aria-label={words.found} className="flex flex-col gap-3">
              {passages.map((passage, at) => (
                <Result
                  key={passage.id}
                  passage={passage}
                  number={at + 1}
                  q={q}
                  quote={citations.find((one) => one.passage_id === passage.id)?.quote}
                />
              ))}
            </ol>
          )
        }
      </Shown>
    </div>
  )
}

interface ResultProps {
  passage: FoundPassage
  /** From 1 on: two passages may have the same headings. */
  number: number
  q: string
  quote: string | undefined
}

const Result = ({ passage, number, q, quote }: ResultProps) => {
  const { knowledge: words } = useWords()
  const { slug } = useOrganization()
  const { id, source_id, title, page, headings, text } = passage
  const place = [title, ...headings, page !== null && words.page(page)].filter(Boolean)
  return (
    <li className="card px-4 py-3">
      <p className="text-small wrap-anywhere">
        <TextLink
          to="/$slug/knowledge/$id"
          params={{ slug, id: source_id }}
          search={{ passage: id, q }}
        >
          {number}. <bdi>{place.join(' · ')}</bdi>
        </TextLink>
      </p>
      <p dir="auto" className="mt-1 line-clamp-6 wrap-anywhere whitespace-pre-wrap">
        <Marked text={around(text, quote)} quote={quote} question={q} />
      </p>
    </li>
  )
}

const shownBefore = 200

/** The quoted words must be among the lines that are shown. */
const around = (text: string, quote: string | undefined): string => {
  const at = quote === undefined ? 0 : text.indexOf(quote)
  return at <= shownBefore ? text : `… ${text.slice(at - shownBefore).toWellFormed()}`
}
