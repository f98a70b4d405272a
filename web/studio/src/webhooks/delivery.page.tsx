import { useQuery } from '@tanstack/react-query'
import { qpr, type Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { queryOf } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { deliveryRoute } from '../routes.ts'
import { NotFoundPage } from '../shell/failures.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { FactList } from '../ui/facts.tsx'
import { BackLink, TabLink, Tabs } from '../ui/links.tsx'
import { Page, Section } from '../ui/page.tsx'
import { Badge, Notice, ProblemLine, Shown } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { DeliveryBadge, refetchMs, useRetry } from './delivery-status.tsx'
import { pretty } from './pretty.ts'
import { ResponseBody } from './test.panel.tsx'

type Delivery = Schema<'DeliveryDetail'>

/** One delivery: the request and all attempts. */
export const DeliveryPage = () => {
  const { webhooks: words } = useWords()
  const may = useMay()
  const { deliveryId } = deliveryRoute.useParams()
  const query = useQuery({
    ...queryOf(qpr.deliveries.get, deliveryId),
    refetchInterval: ({ state: { data } }) => data?.status === 'pending' && refetchMs([data]),
  })
  const { data, error } = query
  if (error?.status === 404) return <NotFoundPage />
  return (
    <Page
      title={data ? <span className="font-mono">{data.event}</span> : words.deliveryTitle}
      name={words.deliveryTitle}
      back={<BackLink to="/$slug/webhooks/$id" text={words.oneTitle} />}
      action={data && may('webhooks:write') && <Retry delivery={data} />}
    >
      <Shown query={query} height="h-120">
        {(delivery) => (
          <>
            <DeliveryFacts delivery={delivery} />
            <Section title={words.attempts}>
              {delivery.attempts.length === 0 && <p className="text-muted">{words.noAttempts}</p>}
              <ol className="flex flex-col gap-3">
                {delivery.attempts.toReversed().map((attempt) => (
                  <Attempt key={attempt.number} attempt={attempt} />
                ))}
              </ol>
            </Section>
            <RequestSections delivery={delivery} />
          </>
        )}
      </Shown>
    </Page>
  )
}

/** Only for a webhook that is on; otherwise the reason. */
const Retry = ({ delivery: { id, webhook_id } }: { delivery: Delivery }) => {
  const { webhooks: words } = useWords()
  const { data, error } = useRead(qpr.webhooks.get, webhook_id)
  const retry = useRetry()
  if (error?.status === 404) return <Notice>{words.webhookDeleted}</Notice>
  if (data?.active === false) return <Notice>{words.webhookIsOff}</Notice>
  return (
    <div className="flex flex-col items-end gap-2">
      <Button
        kind="primary"
        icon="refresh"
        isPending={retry.isPending}
        onClick={() => retry.mutate([id])}
      >
        {words.retry}
      </Button>
      <ProblemLine error={retry.error} />
    </div>
  )
}

const DeliveryFacts = ({ delivery }: { delivery: Delivery }) => {
  const { webhooks: words } = useWords()
  const { number } = useFormat()
  const { id, event_id, attempts_count: attempts, last_status, created_at, note } = delivery
  return (
    <section aria-label={words.deliveryTitle} className="mb-8 flex flex-col gap-3">
      <FactList
        className="card p-4 min-[360px]:grid-cols-2 sm:p-6"
        list={[
          [words.status, <DeliveryBadge key="status" delivery={delivery} />],
          [words.happened, <Time key="at" at={created_at} />],
          [words.attempts, number(attempts)],
          [words.lastAnswer, last_status ?? (attempts > 0 ? words.noAnswer : '–')],
          [words.deliveryId, <Id key="delivery">{id}</Id>],
          [words.eventId, <Id key="event">{event_id}</Id>],
        ]}
      />
      {note !== null && <Notice tone="warn">{words.failure(note)}</Notice>}
    </section>
  )
}

const Id = ({ children }: { children: string }) => (
  <code className="font-mono text-small">{children}</code>
)

/** One attempt: when, how long, and the response of the receiver. */
const Attempt = ({ attempt }: { attempt: Delivery['attempts'][number] }) => {
  const { webhooks: words } = useWords()
  const { number } = useFormat()
  const { status, error } = attempt
  return (
    <li className="card flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="font-semibold">{words.attempt(attempt.number)}</h3>
        <Badge tone={error === null ? 'good' : 'bad'}>
          {status === null ? words.noAnswer : `${words.status} ${status}`}
        </Badge>
        <span className="text-small text-muted tabular-nums">{number(attempt.duration_ms)} ms</span>
        <span className="text-small text-muted">
          <Time at={attempt.started_at} />
        </span>
      </div>
      {error !== null && <p className="wrap-anywhere">{words.failure(error)}</p>}
      <ResponseBody body={attempt.response_body} />
    </li>
  )
}

/** Headers and body that every attempt sends. */
const RequestSections = ({ delivery }: { delivery: Delivery }) => {
  const { webhooks: words } = useWords()
  const { slug } = useOrganization()
  const isRaw = deliveryRoute.useSearch().body === 'raw'
  const link = {
    to: '/$slug/webhooks/$id/deliveries/$deliveryId',
    params: { slug, id: delivery.webhook_id, deliveryId: delivery.id },
    activeOptions: { exact: true, includeSearch: true },
    replace: true,
    resetScroll: false,
  } as const
  return (
    <>
      <Section title={words.body} text={words.bodyText}>
        <Tabs label={words.body}>
          <TabLink {...link} search={{}}>
            {words.pretty}
          </TabLink>
          <TabLink {...link} search={{ body: 'raw' }}>
            {words.raw}
          </TabLink>
        </Tabs>
        <CodeBlock label={words.body} isWrapped={isRaw}>
          {isRaw ? delivery.request : pretty(delivery.request)}
        </CodeBlock>
      </Section>
      <Section title={words.requestHeaders} text={words.headersText}>
        <CodeBlock label={words.requestHeaders} isWrapped>
          {headersOf(delivery)}
        </CodeBlock>
      </Section>
    </>
  )
}

const headersOf = ({ event, id, event_id, attempts_count }: Delivery): string =>
  `Content-Type: application/json
User-Agent: QPR-Webhooks/1
X-Service-Event: ${event}
X-Service-Delivery: ${id}
X-Service-Attempt: ${Math.max(1, attempts_count)}
X-Service-Signature: sha256=…
webhook-id: ${event_id}
webhook-timestamp: …
webhook-signature: v1,…`
