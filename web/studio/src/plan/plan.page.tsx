import { useQuery } from '@tanstack/react-query'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { queryOf } from '../api/query.ts'
import { NoAccessPage } from '../shell/failures.tsx'
import { Page } from '../ui/page.tsx'
import { Shown } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { Offers } from './offers.tsx'
import { UsageMeters } from './usage.tsx'

export const PlanPage = () => {
  const { plan } = useWords()
  const { id } = useOrganization()
  const may = useMay()
  const isAllowed = may('subscription:read')
  const subscription = useQuery({ ...queryOf(qpr.subscription.get, id), enabled: isAllowed })
  const usage = useQuery({ ...queryOf(qpr.organizations.usage, id), enabled: isAllowed })
  const plans = useQuery({ ...queryOf(qpr.plans.list), enabled: isAllowed })
  if (!isAllowed) return <NoAccessPage />
  return (
    <Page title={plan.title} text={plan.text}>
      <Shown query={subscription} height="mb-8 h-28">
        {(data) => <CurrentPlan subscription={data} />}
      </Shown>
      <Shown query={usage} height="mb-8 h-64">
        {(data) => <UsageMeters usage={data} />}
      </Shown>
      <Shown query={plans}>
        {(data) => <Offers plans={data} subscription={subscription.data} />}
      </Shown>
    </Page>
  )
}
