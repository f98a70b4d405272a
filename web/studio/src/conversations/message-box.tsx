import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { maxLength } from '#contract/limits.ts'
import { useAccount } from '../api/account.ts'
import { newIdempotencyKey, qpr } from '../api/client.ts'
import { invalidate } from '../api/query.ts'
import { hasTouch, tabStore } from '../browser.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { inputLook } from '../ui/field.tsx'
import { TextLink } from '../ui/links.tsx'
import { ProblemLine } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'

const typingMs = 3000

/**
 * Writes to the visitor. The text stays until the service has it, also over another page and a
 * reload. Each text has a key: sent again, it does not arrive twice.
 */
export const MessageBox = ({ id, isTaken }: { id: string; isTaken: boolean }) => {
  const { inbox: words, errors } = useWords()
  const { data: account } = useAccount()
  const [draft, setDraft] = useDraft(id)
  const { text } = draft
  const write = useWrite(id, () => setDraft(''))
  const box = useRef<HTMLTextAreaElement>(null)
  const typedAt = useRef(0)
  // In place of the button that the reader has pressed. Not when a page opens: its heading has the
  // focus, and a phone would show its keyboard.
  useEffect(() => {
    if (isTaken) box.current?.focus()
  }, [isTaken])
  const change = (next: string) => {
    setDraft(next)
    if (next === '' || Date.now() - typedAt.current < typingMs) return
    typedAt.current = Date.now()
    qpr.conversations.typing(id).catch(() => {})
  }
  const send = () => {
    if (text.trim() !== '' && !write.isPending) write.mutate(draft)
    box.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    if (hasTouch()) return
    event.preventDefault()
    send()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {account?.user.display_name === null && (
        <p className="mb-2 text-small text-muted">
          {words.nameless} <TextLink to="/account">{words.setName}</TextLink>
        </p>
      )}
      {write.isPaused && (
        <p role="status" className="mb-2 text-small text-warn">
          {words.offline}
        </p>
      )}
      <ProblemLine error={write.error} className="mb-2" />
      <div className="flex items-end gap-2">
        <textarea
          ref={box}
          aria-label={words.message}
          placeholder={words.message}
          value={text}
          rows={1}
          maxLength={maxLength.message}
          readOnly={write.isPending}
          className={classNames(
            inputLook,
            'block max-h-40 min-w-0 flex-1 resize-none field-sizing-content',
          )}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" kind="primary" isPending={write.isPending} className="shrink-0">
          {write.error ? errors.retry : words.send}
        </Button>
      </div>
    </form>
  )
}

interface Draft {
  text: string
  idempotencyKey: string
}

/** What is written to a visitor and not sent, in this tab. */
const useDraft = (id: string): [Draft, (text: string) => void] => {
  const place = `qpr draft ${id}`
  const [draft, setDraft] = useState<Draft>(() =>
    JSON.parse(tabStore.read(place) ?? '{"text":"","idempotencyKey":""}'),
  )
  const save = (text: string) => {
    const next = { text, idempotencyKey: newIdempotencyKey() }
    setDraft(next)
    tabStore.write(place, text === '' ? null : JSON.stringify(next))
  }
  return [draft, save]
}

const useWrite = (id: string, onSent: () => void) => {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn({ text, idempotencyKey }: Draft) {
      await qpr.conversations.write(id, { text }, { idempotencyKey })
    },
    onSuccess: onSent,
    // Also after a refusal: another member may have taken the conversation.
    onSettled: () => void invalidate(queryClient, ['/v1/conversations']),
  })
}
