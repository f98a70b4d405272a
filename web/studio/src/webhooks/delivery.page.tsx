import { useMay, useOrganization } from '../api/organization.ts'
import { useApi } from '../api/query.ts'
import { NoAccessPage, NotFoundPage } from '../shell/failures.tsx'
import { BackLink } from '../ui/links.tsx'
import { Page, Section } from '../ui/page.tsx'
import { ErrorPanel, Loading, Notice, Skeleton } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { AttemptCard } from './attempt.tsx'
import { type Delivery, DeliveryFacts } from './delivery-facts.tsx'
import { DeliveryRequest } from './delivery-request.tsx'
import { lookAgainMs } from './polling.ts'
import { RetryButton } from './retry.tsx'
import { deliveryRoute } from './routes.ts'

/** One delivery: the request and all attempts. */
export const DeliveryPage = () => {
  const { webhooks: words } = useWords()
  const { slug } = useOrganization()
  const may = useMay()
  const { id, deliveryId } = deliveryRoute.useParams()
  const { data, error, refetch } = useApi(
    '/v1/deliveries/{id}',
    { params: { path: { id: deliveryId } } },
    {
      enabled: may('webhooks:read'),
      refetchInterval: ({ state: { data } }) => data?.status === 'pending' && lookAgainMs([data]),
    },
  )
  if (!may('webhooks:read')) return <NoAccessPage />
  if (error?.status === 404) return <NotFoundPage />
  return (
    <Page
      title={data ? <span className="font-mono">{data.event}</span> : words.deliveryTitle}
      name={words.deliveryTitle}
      back={
        <BackLink to="/$slug/webhooks/$id" params={{ slug, id }}>
          {words.oneTitle}
        </BackLink>
      }
      action={data && <Retry delivery={data} />}
    >
      {error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Content delivery={data} />
      ) : (
        <Loading>
          <Skeleton className="mb-8 h-32 w-full rounded-card" />
          <Skeleton className="h-80 w-full rounded-card" />
        </Loading>
      )}
    </Page>
  )
}

const Content = ({ delivery }: { delivery: Delivery }) => {
  const { webhooks: words } = useWords()
  const newestFirst = delivery.attempts.toReversed()
  return (
    <>
      <DeliveryFacts delivery={delivery} />
      <Section title={words.attempts}>
        {newestFirst.length === 0 ? (
          <p className="text-muted">{words.noAttempts}</p>
        ) : (
          <ol className="flex flex-col gap-3">
            {newestFirst.map((attempt) => (
              <AttemptCard key={attempt.number} attempt={attempt} />
            ))}
          </ol>
        )}
      </Section>
      <DeliveryRequest delivery={delivery} />
    </>
  )
}

/** Only where the webhook still takes something; else the reason. */
const Retry = ({ delivery }: { delivery: Delivery }) => {
  const { webhooks: words } = useWords()
  const may = useMay()
  const path = { id: delivery.webhook_id }
  const { data, error } = useApi('/v1/webhooks/{id}', { params: { path } })
  if (!may('webhooks:write')) return null
  if (error?.status === 404) return <Notice>{words.webhookDeleted}</Notice>
  if (data?.active === false) return <Notice>{words.webhookIsOff}</Notice>
  return <RetryButton delivery={delivery} />
}
