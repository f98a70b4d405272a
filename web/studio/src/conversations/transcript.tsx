import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { qpr, type Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { accentOf } from '../ui/accent.ts'
import { AnswerText } from '../ui/answer-text.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { type Citation, OutcomeBadge, PassageDialog } from '../ui/citations.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon, Modules } from '../ui/icons.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { useTellProblem } from '../ui/toast.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { RatingMark } from './facts.tsx'

type Code = Schema<'QprCodeDetail'>
type Conversation = Schema<'ConversationDetail'>
type Message = Conversation['messages'][number]

interface TranscriptProps {
  conversation: Conversation
  /** For the welcome message and the colour; undefined while it loads. */
  code: Code | undefined
  /** The reader answers: new messages come into view. */
  isMine: boolean
}

/** The conversation as the visitor saw it: questions in a bubble, answers across the whole width. */
export const Transcript = ({ conversation, code, isMine }: TranscriptProps) => {
  const { conversations: words } = useWords()
  const end = useRef<HTMLParagraphElement>(null)
  const { length } = conversation.messages
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each message
  useEffect(() => {
    if (isMine) end.current?.scrollIntoView({ block: 'end' })
  }, [isMine, length])
  return (
    <section
      aria-label={words.transcript}
      className="rounded-card border border-line bg-paper px-4 py-6 sm:px-8 sm:py-8"
      style={code && accentOf(code.template, code.style?.color ?? null)}
    >
      <div
        className="mx-auto flex max-w-170 flex-col gap-6"
        aria-live={conversation.handling === 'assistant' ? undefined : 'polite'}
      >
        <p dir="auto" className="min-h-6 wrap-anywhere whitespace-pre-wrap">
          {code?.welcome_message}
        </p>
        {conversation.messages.map((message, at, all) =>
          message.role === 'visitor' ? (
            <Said key={message.id} message={message} />
          ) : (
            <Answer key={message.id} message={message} number={answersUpTo(all, at)} />
          ),
        )}
        <p
          ref={end}
          // Above the bar with the message box.
          className="scroll-mb-64 border-t border-line pt-4 text-center text-small text-muted"
        >
          {conversation.reason ? words.endings[conversation.reason] : words.goesOn}
        </p>
      </div>
    </section>
  )
}

const answersUpTo = (messages: readonly Message[], at: number): number =>
  messages.slice(0, at + 1).filter(({ role }) => role !== 'visitor').length

const Said = ({ message }: { message: Message }) => {
  const { conversations: words } = useWords()
  const { clock, instant } = useFormat()
  return (
    <article aria-label={words.visitor} className="max-w-[85%] self-end text-end">
      <p
        dir="auto"
        className="inline-block rounded-card rounded-ee-field bg-(--tint) px-4 py-2 text-start wrap-anywhere whitespace-pre-wrap"
      >
        {message.text}
      </p>
      <time
        dateTime={message.created_at}
        title={instant(message.created_at)}
        className="mt-1 block text-small text-muted"
      >
        {clock(message.created_at)}
      </time>
    </article>
  )
}

const Answer = ({ message, number }: { message: Message; number: number }) => {
  const { id, role, text, status, error, truncated, rating, rating_comment: comment } = message
  const { conversations: words, questions } = useWords()
  const [opened, open] = useState<Citation | null>(null)
  const isOwner = role === 'owner'
  const author = message.name ?? questions.fromTeam
  return (
    <article aria-label={isOwner ? author : words.assistant}>
      <AnswerText text={text} citations={message.citations} onOpen={open} />
      {opened && <PassageDialog citation={opened} onClose={() => open(null)} />}
      {isOwner && (
        <Note>
          <Icon name="user" />
          {author}
        </Note>
      )}
      {status === 'running' && (
        <Note>
          <Modules className="text-accent" />
          {words.writing}
        </Note>
      )}
      {status === 'stopped' && (
        <Note>
          <Icon name="minus" />
          {words.stopped}
        </Note>
      )}
      {truncated && (
        <Note>
          <Icon name="minus" />
          {words.truncated}
        </Note>
      )}
      {status === 'failed' && (
        <Note isBad>
          <Icon name="warning" />
          {words.failed} {error !== null && words.failures[error]}
        </Note>
      )}
      {message.outcome !== null && (
        <Note>
          <OutcomeBadge outcome={message.outcome} />
        </Note>
      )}
      {rating !== null && (
        <Note>
          <RatingMark rating={rating} />
          {comment !== null && (
            <q dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {comment}
            </q>
          )}
        </Note>
      )}
      {!isOwner && (status === 'done' || status === 'stopped') && (
        <CorrectAnswer
          messageId={id}
          isLikely={rating === 'down' || message.outcome === 'unknown'}
          number={number}
        />
      )}
    </article>
  )
}

const Note = ({ isBad, children }: { isBad?: boolean; children: ReactNode }) => (
  <p
    className={classNames(
      'mt-2 flex items-center gap-2 text-small',
      isBad ? 'text-danger' : 'text-muted',
    )}
  >
    {children}
  </p>
)

interface CorrectAnswerProps {
  messageId: string
  /** The answer did not know, or the visitor disliked it. */
  isLikely: boolean
  /** The number of the answer in the conversation. */
  number: number
}

/** Leads to the box in which the question of an answer is answered. In a menu where it is rare. */
const CorrectAnswer = ({ messageId, isLikely, number }: CorrectAnswerProps) => {
  const { questions: words } = useWords()
  const { slug } = useOrganization()
  const may = useMay()
  const navigate = useNavigate()
  const onError = useTellProblem()
  const report = useChange(qpr.questions.report, {
    changes: ['/v1/questions', '/v1/conversations'],
    onDone: ({ id }) => void navigate({ to: '/$slug/questions/$id', params: { slug, id } }),
  })
  if (!may('knowledge:write')) return null
  const correct = () => report.mutate([{ message_id: messageId }], { onError })
  if (!isLikely) {
    return (
      <Menu
        trigger={
          <IconButton icon="more" label={words.moreAbout(number)} className="-ml-2 text-muted" />
        }
      >
        <MenuItem icon="settings" onSelect={correct}>
          {words.correct}
        </MenuItem>
      </Menu>
    )
  }
  return (
    <Button
      className="mt-2"
      isPending={report.isPending}
      aria-label={`${words.correct} (${number})`}
      onClick={correct}
    >
      {words.correct}
    </Button>
  )
}
