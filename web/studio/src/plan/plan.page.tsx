import { useMay, useOrganization } from '../api/organization.ts'
import { useApi } from '../api/query.ts'
import { NoAccessPage } from '../shell/failures.tsx'
import { Page } from '../ui/page.tsx'
import { ErrorPanel } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { Offers } from './offers.tsx'
import { UsageMeters } from './usage.tsx'

export const PlanPage = () => {
  const { plan } = useWords()
  const { id } = useOrganization()
  const may = useMay()
  const path = { params: { path: { id } } }
  const isAllowed = may('subscription:read')
  const subscription = useApi('/v1/organizations/{id}/subscription', path, { enabled: isAllowed })
  const usage = useApi('/v1/organizations/{id}/usage', path, { enabled: isAllowed })
  const plans = useApi('/v1/plans', {}, { enabled: isAllowed })
  if (!isAllowed) return <NoAccessPage />
  const failed = [subscription, usage, plans].find(({ error }) => error)
  if (failed) {
    return (
      <Page title={plan.title}>
        <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
      </Page>
    )
  }
  return (
    <Page title={plan.title} text={plan.text}>
      <CurrentPlan subscription={subscription.data} />
      <UsageMeters usage={usage.data} />
      <Offers subscription={subscription.data} plans={plans.data} />
    </Page>
  )
}
