import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useRead } from '../api/read.ts'
import { TextLink } from '../ui/links.tsx'
import { Shown } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'

const shownSources = 5

/** What a code answers from: its prompt, and the sources of the organization. */
export const AnswersFrom = ({ codeId }: { codeId: string }) => {
  const { knowledge: words } = useWords()
  const { slug } = useOrganization()
  const query = useRead(qpr.knowledge.list, { qpr_code_id: codeId, limit: shownSources })
  return (
    <section aria-label={words.answersFrom} className="card p-4">
      <h2 className="font-medium">{words.answersFrom}</h2>
      <Shown query={query} height="h-12">
        {({ sources, total }) => (
          <>
            <ul className="mt-1 flex list-disc flex-col gap-1 ps-5 wrap-anywhere">
              <li>{words.thePrompt}</li>
              {sources.map(({ id, title, status }) => (
                <li key={id}>
                  <TextLink to="/$slug/knowledge/$id" params={{ slug, id }}>
                    <bdi>{title}</bdi>
                  </TextLink>
                  {status !== 'ready' && (
                    <span className="text-muted"> ({words.statuses[status]})</span>
                  )}
                </li>
              ))}
              {total > sources.length && <li>{words.moreSources(total - sources.length)}</li>}
            </ul>
            <p className="mt-2 text-small text-muted">
              {total === 0 && `${words.onlyPrompt} `}
              <TextLink to="/$slug/knowledge" params={{ slug }}>
                {words.toKnowledge}
              </TextLink>
            </p>
          </>
        )}
      </Shown>
    </section>
  )
}
