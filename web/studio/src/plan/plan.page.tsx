import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useRead } from '../api/read.ts'
import { Page } from '../ui/page.tsx'
import { Shown } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { Offers } from './offers.tsx'
import { UsageMeters } from './usage.tsx'

export const PlanPage = () => {
  const { plan } = useWords()
  const { id } = useOrganization()
  const subscription = useRead(qpr.subscription.get, id)
  const usage = useRead(qpr.organizations.usage, id)
  const plans = useRead(qpr.plans.list)
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
