import type { ReactNode } from 'react'
import { useCurrency } from '../api/account.ts'
import type { Schema } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { languageNameIn } from '../browser.ts'
import { TextLink } from '../ui/links.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useLanguage, useWords } from '../words/words.tsx'
import { Rating } from './rating.tsx'

type Conversation = Schema<'ConversationDetail'>

/** Details of a conversation: code, scan, model, tokens, rating. */
export const Facts = ({ conversation }: { conversation: Conversation }) => {
  const { conversations: words } = useWords()
  const { number, cost } = useFormat()
  const currency = useCurrency()
  const { slug } = useOrganization()
  const { qpr_code_id: id, code_name, rating_comment, ended_at } = conversation
  return (
    <dl className="card flex flex-col gap-3 p-4 sm:p-6">
      <Fact name={words.code}>
        <TextLink to="/$slug/codes/$id/talk" params={{ slug, id }}>
          <bdi>{code_name}</bdi>
        </TextLink>
      </Fact>
      <Fact name={words.rating}>
        <Rating rating={conversation.rating} />
      </Fact>
      {rating_comment !== null && (
        <Fact name={words.comment}>
          <span dir="auto" className="whitespace-pre-wrap">
            {rating_comment}
          </span>
        </Fact>
      )}
      <Fact name={words.started}>
        <Time at={conversation.started_at} />
      </Fact>
      {ended_at !== null && (
        <Fact name={words.ended}>
          <Time at={ended_at} />
        </Fact>
      )}
      <Fact name={words.status}>
        {conversation.reason ? words.endings[conversation.reason] : words.goesOn}
      </Fact>
      <Fact name={words.scan}>
        <ScanFact conversation={conversation} />
      </Fact>
      <Fact name={words.language}>
        <LanguageName code={conversation.language} />
      </Fact>
      <Fact name={words.messages}>{number(conversation.messages_count)}</Fact>
      <Fact name={words.model}>
        <Models conversation={conversation} />
      </Fact>
      <Fact name={words.tokens}>
        {words.tokensInOut(number(conversation.tokens_in), number(conversation.tokens_out))}
      </Fact>
      <Fact name={words.cost}>{cost(conversation.cost, currency)}</Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-small text-muted">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

const ScanFact = ({ conversation: { scan } }: { conversation: Conversation }) => {
  const { conversations: words, insight } = useWords()
  const { country } = useFormat()
  if (!scan) return <span className="text-muted">{words.noScan}</span>
  const place = scan.country === null ? insight.somewhere : country(scan.country)
  return (
    <>
      {place}, {insight.deviceNames[scan.device]}
    </>
  )
}

const LanguageName = ({ code }: { code: string }) => {
  const { language } = useLanguage()
  return languageNameIn(language, code)
}

const Models = ({ conversation }: { conversation: Conversation }) => {
  const { conversations: words } = useWords()
  if (conversation.demo) return words.demo
  const models = new Set(
    conversation.messages.map(({ model }) => model).filter((it) => it !== null),
  )
  if (models.size === 0) return <span className="text-muted">{words.noScan}</span>
  return [...models].map((model) => (
    <span key={model} className="block font-mono text-small">
      {model}
    </span>
  ))
}
