import { useCurrency } from '../api/account.ts'
import { qpr, type Schema } from '../api/client.ts'
import { useAnswerers } from '../api/members.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { languageNameIn } from '../browser.ts'
import { OutcomeBadge } from '../ui/citations.tsx'
import { FactList } from '../ui/facts.tsx'
import { SelectBox } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { TextLink } from '../ui/links.tsx'
import { Time } from '../ui/time.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { useFormat, useLanguage, useWords } from '../words/words.tsx'

type Conversation = Schema<'ConversationDetail'>

/** Details of a conversation: code, scan, model, tokens, rating. */
export const ConversationFacts = ({ conversation }: { conversation: Conversation }) => {
  const { conversations: words, inbox, code, insight } = useWords()
  const { language } = useLanguage()
  const { number, cost, country } = useFormat()
  const currency = useCurrency()
  const { slug } = useOrganization()
  const { rating_comment, started_at, ended_at, scan } = conversation
  const unknown = <span className="text-muted">{words.noScan}</span>
  const placeOf = ({ country: code, device }: NonNullable<typeof scan>) =>
    `${code === null ? insight.somewhere : country(code)}, ${insight.deviceNames[device]}`
  const models = new Set(conversation.messages.map(({ model }) => model ?? ''))
  models.delete('')
  return (
    <div className="card p-4 sm:p-6">
      <FactList
        list={[
          [
            words.code,
            <TextLink
              key="code"
              to="/$slug/codes/$id/talk"
              params={{ slug, id: conversation.qpr_code_id }}
            >
              <bdi>{conversation.code_name}</bdi>
            </TextLink>,
          ],
          [
            words.outcome,
            conversation.outcome !== null && (
              <OutcomeBadge key="outcome" outcome={conversation.outcome} />
            ),
          ],
          [inbox.assignee, <Assignee key="assignee" conversation={conversation} />],
          [words.rating, <RatingMark key="rating" rating={conversation.rating} />],
          [words.comment, rating_comment !== null && <bdi key="comment">{rating_comment}</bdi>],
          [words.started, <Time key="started" at={started_at} />],
          [words.ended, ended_at !== null && <Time key="ended" at={ended_at} />],
          [words.status, conversation.reason ? words.endings[conversation.reason] : words.goesOn],
          [words.scan, scan ? placeOf(scan) : unknown],
          [words.language, languageNameIn(language, conversation.language)],
          [words.messages, number(conversation.messages_count)],
          [words.model, conversation.demo ? words.demo : [...models].join('\n') || unknown],
          [words.cost, conversation.cost > 0 && cost(conversation.cost, currency)],
        ]}
      />
      {!conversation.demo && (
        <details className="mt-3">
          <summary className="control flex cursor-pointer items-center text-small text-muted">
            {code.advanced}
          </summary>
          <FactList
            list={[
              [
                words.tokens,
                words.tokensInOut(number(conversation.tokens_in), number(conversation.tokens_out)),
              ],
            ]}
          />
        </details>
      )}
    </div>
  )
}

/** Who looks after the conversation. Handing over a taken one hands over the visitor too. */
const Assignee = ({ conversation: { id, assignee, handling } }: { conversation: Conversation }) => {
  const { inbox: words } = useWords()
  const { members } = useAnswerers()
  const may = useMay()
  const toast = useToast()
  const onError = useTellProblem()
  const assign = useChange(qpr.conversations.assign, {
    changes: ['/v1/conversations'],
    onDone: () => toast(words.assigned),
  })
  const emails = Object.fromEntries(members.map((member) => [member.id, member.email]))
  if (!may('conversations:answer')) return (assignee && emails[assignee]) ?? words.nobody
  return (
    <SelectBox
      aria-label={words.assignee}
      value={assignee ?? ''}
      choices={emails}
      // A person answers: it can be another one, but not nobody.
      {...(handling !== 'person' && { none: words.nobody })}
      onChange={(member) => assign.mutate([id, { assignee: member || null }], { onError })}
    />
  )
}

/** A dash, and what it means for screen readers. */
export const None = ({ text }: { text: string }) => (
  <span className="text-muted">
    <span aria-hidden="true">–</span>
    <span className="sr-only">{text}</span>
  </span>
)

/** The visitor's rating as an icon with a label. */
export const RatingMark = ({ rating }: { rating: 'up' | 'down' | null }) => {
  const { conversations } = useWords()
  if (rating === null) return <None text={conversations.unrated} />
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <Icon
        name={rating === 'up' ? 'thumbUp' : 'thumbDown'}
        className={rating === 'up' ? 'text-accent' : 'text-danger'}
      />
      {conversations.ratings[rating]}
    </span>
  )
}
