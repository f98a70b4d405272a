import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { qpr, type Schema } from '../api/client.ts'
import { useAnswerers } from '../api/members.ts'
import { asProblem } from '../api/problem.ts'
import { invalidate, useChange } from '../api/query.ts'
import { ConfirmButton, useAsk } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/states.tsx'
import { useDuration } from '../ui/time.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'
import { MessageBox } from './message-box.tsx'

type Conversation = Schema<'ConversationDetail'>

interface AnswerBarProps {
  conversation: Conversation
  /** The reader answers. */
  isMine: boolean
}

const changes = ['/v1/conversations'] as const

/** At the bottom of an open conversation: take it, write, give it back, end it. */
export const AnswerBar = ({ conversation, isMine }: AnswerBarProps) => {
  const { inbox: words } = useWords()
  const { id, handling } = conversation
  const bar = useRef<HTMLElement>(null)
  const isTaking = useRef(false)
  const toast = useToast()
  const onError = useTellProblem()
  const release = useChange(qpr.conversations.release, {
    changes,
    onDone() {
      toast(words.released)
      // The pressed button has gone.
      bar.current?.focus()
    },
  })
  const end = useChange(qpr.conversations.end, { changes })
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label={words.bar}
      className="bottom-bar sticky bottom-0 z-20 -mx-4 mt-6 -mb-6 border-t border-line bg-paper px-4 py-3 outline-none sm:-mx-8 sm:px-8 md:-mb-10"
    >
      {isMine ? (
        <MessageBox id={id} isTaken={isTaking.current} />
      ) : (
        <Take
          conversation={conversation}
          onTake={() => {
            isTaking.current = true
          }}
        />
      )}
      {handling !== 'assistant' && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            kind="quiet"
            isPending={release.isPending}
            onClick={() => release.mutate([id], { onError })}
          >
            {words.release}
          </Button>
          <ConfirmButton
            kind="quiet"
            title={words.endTitle}
            text={words.endText}
            action={words.end}
            isDanger
            done={words.ended}
            onConfirm={() => end.mutateAsync([id])}
          />
        </div>
      )}
    </section>
  )
}

/** Who answers now, and the button to answer oneself. */
const Take = ({ conversation, onTake }: { conversation: Conversation; onTake: () => void }) => {
  const { inbox: words } = useWords()
  const { id, handling, assignee, waiting_since } = conversation
  const { members } = useAnswerers()
  const ask = useAsk()
  const queryClient = useQueryClient()
  const onError = useTellProblem()
  const take = useChange(qpr.conversations.take, { changes })
  const holder =
    handling === 'person' ? members.find((member) => member.id === assignee)?.email : undefined
  const askToTakeOver = (name: string) =>
    ask({
      title: words.takeOverTitle(name),
      text: words.takeOverText,
      action: words.takeOver,
      async onConfirm() {
        await qpr.conversations.take(id, { force: true })
        // Not awaited: the message box can take the focus only after the dialog has closed.
        void invalidate(queryClient, changes)
      },
    })
  const press = () => {
    onTake()
    if (holder !== undefined) return askToTakeOver(holder)
    take.mutate([id, {}], {
      onError(error) {
        const { takenBy } = asProblem(error)
        if (takenBy === null) onError(error)
        else askToTakeOver(takenBy)
      },
    })
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 wrap-anywhere">
        {waiting_since !== null ? (
          <Waited since={waiting_since} />
        ) : holder === undefined ? (
          words.handledBy[handling]
        ) : (
          words.answeredBy(holder)
        )}
      </p>
      <Button
        kind={handling === 'waiting' ? 'primary' : 'plain'}
        isPending={take.isPending}
        className="max-sm:w-full"
        onClick={press}
      >
        {holder === undefined ? words.take : words.takeOver}
      </Button>
    </div>
  )
}

/** How long a visitor has waited. */
export const Waited = ({ since }: { since: string }) => {
  const { inbox: words } = useWords()
  const time = useDuration(since)
  return <Badge tone="warn">{words.waitingFor(time)}</Badge>
}
