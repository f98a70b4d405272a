import { useState } from 'react'
import { type EventType, eventTypes } from '#contract/event-types.ts'
import { type Output, qpr } from '../api/client.ts'
import { useChange } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { choicesOf, Select } from '../ui/field.tsx'
import { Notice, ProblemLine } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'

/** Sends a test event, and shows the exact request and the response. */
export const TestPanel = ({ id }: { id: string }) => {
  const { webhooks: words } = useWords()
  const [event, setEvent] = useState<EventType | ''>('')
  const send = useChange(qpr.webhooks.test)
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-160 text-muted">{words.testText}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Select<EventType | ''>
          className="min-w-60 flex-1 sm:max-w-80"
          label={words.testEvent}
          name="event"
          value={event}
          onChange={setEvent}
          none={words.testGreeting}
          choices={choicesOf(eventTypes)}
        />
        <Button
          kind="primary"
          icon="play"
          isPending={send.isPending}
          onClick={() => send.mutate([id, { ...(event && { event }) }])}
        >
          {words.send}
        </Button>
      </div>
      <ProblemLine error={send.error} />
      {/* Always in the page, so that a screen reader announces its content. */}
      <div role="status">{send.data && <Verdict result={send.data} />}</div>
      {send.data && <Exchange result={send.data} />}
    </div>
  )
}

type Result = Output<'POST /v1/webhooks/{id}/test'>

const Verdict = ({ result: { delivered, response } }: { result: Result }) => {
  const { webhooks: words } = useWords()
  const { number } = useFormat()
  const time = `${number(response.duration_ms)} ms`
  return delivered && response.status !== null ? (
    <Notice tone="good">{words.testArrived(response.status, time)}</Notice>
  ) : (
    <Notice tone="bad">
      {words.testFailed(time)} {response.error !== null && words.failure(response.error)}
    </Notice>
  )
}

const Exchange = ({ result: { request, response } }: { result: Result }) => {
  const { webhooks: words } = useWords()
  const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <section className="flex min-w-0 flex-col gap-3">
        <h3 className="font-semibold">{words.request}</h3>
        <CodeBlock label={words.requestHeaders} isWrapped>
          {[`POST ${request.url}`, ...lines].join('\n')}
        </CodeBlock>
        <CodeBlock label={words.requestBody} isWrapped>
          {request.body}
        </CodeBlock>
      </section>
      <section className="flex min-w-0 flex-col gap-3">
        <h3 className="font-semibold">{words.response}</h3>
        <p>
          {response.status === null ? words.noAnswer : `${words.status} ${response.status}`}
          <span className="text-muted"> · {response.duration_ms} ms</span>
        </p>
        <ResponseBody body={response.body} />
      </section>
    </div>
  )
}

/** The response of the receiver, always shown as text. */
export const ResponseBody = ({ body }: { body: string | null }) => {
  const { webhooks: words } = useWords()
  if (body === null) return null
  if (body === '') return <p className="text-small text-muted">{words.responseEmpty}</p>
  return (
    <CodeBlock label={words.responseBody} isWrapped>
      {body}
    </CodeBlock>
  )
}
