import { qpr, type Schema } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useFiltered } from '../api/read.ts'
import { knowledgeRoute } from '../routes.ts'
import { Section } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Shown } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'

type Passage = Schema<'KnowledgePassage'>

/** A question, and what the codes would find for it. */
export const TryBox = () => {
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
