import { useOrganization } from '../api/organization.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { TabLink, Tabs } from '../ui/links.tsx'
import { Section } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'
import type { Delivery } from './delivery-facts.tsx'
import { pretty } from './pretty.ts'
import { deliveryRoute } from './routes.ts'

/** Headers and body that every attempt sends. */
export const DeliveryRequest = ({ delivery }: { delivery: Delivery }) => {
  const { webhooks: words } = useWords()
  const { slug } = useOrganization()
  const { body } = deliveryRoute.useSearch()
  const isRaw = body === 'raw'
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
  [
    'Content-Type: application/json',
    'User-Agent: QPR-Webhooks/1',
    `X-Service-Event: ${event}`,
    `X-Service-Delivery: ${id}`,
    `X-Service-Attempt: ${Math.max(1, attempts_count)}`,
    'X-Service-Signature: sha256=…',
    `webhook-id: ${event_id}`,
    'webhook-timestamp: …',
    'webhook-signature: v1,…',
  ].join('\n')
