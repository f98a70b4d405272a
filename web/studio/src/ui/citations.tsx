import type { Schema } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useWords } from '../words/words.tsx'
import { Dialog } from './dialog.tsx'
import { Icon } from './icons.tsx'
import { TextLink } from './links.tsx'
import { Marked } from './marked.tsx'
import { Badge } from './states.tsx'

type Message = Schema<'ConversationDetail'>['messages'][number]
export type Citation = Message['citations'][number]

/** The passage that a mark opens, with the quoted words highlighted. */
export const PassageDialog = ({
  citation,
  onClose,
}: {
  citation: Citation
  onClose: () => void
}) => {
  const { citations: words } = useWords()
  const { title, page, headings, text, quote, url } = citation
  const place = [page === null ? '' : words.page(page), headings.join(' › ')].filter(Boolean)
  const { slug } = useOrganization()
  return (
    <Dialog onClose={onClose} title={title} text={place.join(' · ') || words.source}>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        <Marked text={text} quote={quote} />
      </p>
      <p className="mt-4">
        <TextLink
          to="/$slug/knowledge/$id"
          params={{ slug, id: citation.source_id }}
          search={{ passage: citation.passage_id }}
        >
          {words.openText}
        </TextLink>
      </p>
      {url !== null && (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="mt-4 inline-flex items-center gap-2 text-accent underline"
        >
          <Icon name="external" />
          {words.open}
        </a>
      )}
    </Dialog>
  )
}

const tones = { answered: 'neutral', partly: 'warn', unknown: 'bad' } as const

/** How well an answer answered; nothing for an incomplete one. */
export const OutcomeBadge = ({ outcome }: Pick<Message, 'outcome'>) => {
  const { citations: words } = useWords()
  if (outcome === null) return null
  return <Badge tone={tones[outcome]}>{words.outcomes[outcome]}</Badge>
}
