import { type Output, qpr, type Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { digitsOfCurrency } from '../browser.ts'
import { useAsk } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Section } from '../ui/page.tsx'
import { Badge } from '../ui/states.tsx'
import { useToast } from '../ui/toast.tsx'
import { useFormat, useWords } from '../words/words.tsx'

type Plan = Schema<'Plan'>
type Name = Plan['name']

type Subscription = Schema<'Subscription'> | undefined

interface OffersProps {
  /** Undefined while it loads. */
  subscription: Subscription
  plans: Output<'GET /v1/plans'>
}

/** The four plans side by side; owners choose here. */
export const Offers = ({ subscription, plans }: OffersProps) => {
  const { plan: words } = useWords()
  const choose = useChoice(plans.provider === 'stripe')
  return (
    <Section title={words.offers} text={plans.provider === 'stripe' ? words.paid : words.byHand}>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {plans.plans.map((plan) => (
          <Offer
            key={plan.name}
            plan={plan}
            subscription={subscription}
            onChoose={() => choose(plan.name)}
          />
        ))}
      </ul>
    </Section>
  )
}

interface OfferProps {
  plan: Plan
  subscription: Subscription
  onChoose: () => void
}

const Offer = ({ plan, subscription, onChoose }: OfferProps) => {
  const { plan: words } = useWords()
  const { money } = useFormat()
  const may = useMay()
  const { name, limits, price, is_for_sale } = plan
  const isCurrent = name === subscription?.plan
  // A cancelled plan cannot be cancelled again.
  const isCancelled = name === 'free' && subscription?.cancel_at !== null
  const mayChoose = subscription && may('subscription:write')
  const isOffered = mayChoose && is_for_sale && !isCurrent && !isCancelled
  return (
    <li
      className={classNames('card flex flex-col gap-3 p-4 sm:p-6', isCurrent && 'border-accent')}
      aria-current={isCurrent || undefined}
    >
      <h3 className="flex flex-wrap items-center justify-between gap-2 text-large font-semibold">
        <span className="whitespace-nowrap">{words.names[name]}</span>
        {isCurrent && <Badge tone="good">{words.yours}</Badge>}
      </h3>
      {price && (
        <p>
          {words.price(
            money(price.amount / 10 ** digitsOfCurrency(price.currency), price.currency),
            price.interval,
          )}
        </p>
      )}
      <Limits limits={limits} />
      {isOffered && (
        <Button className="mt-auto" onClick={onChoose}>
          {words.choose(words.names[name])}
        </Button>
      )}
    </li>
  )
}

const Limits = ({ limits }: { limits: Plan['limits'] }) => {
  const { plan: words } = useWords()
  const { number } = useFormat()
  const entries = Object.entries(limits) as [keyof Plan['limits'], number | null][]
  if (entries.every(([, limit]) => limit === null)) {
    return <p className="text-small text-muted">{words.nothingLimited}</p>
  }
  return (
    <dl className="flex flex-col gap-1 text-small">
      {entries.map(([name, limit]) => (
        <div key={name} className="flex justify-between gap-3">
          <dt className="text-muted">{words.included[name]}</dt>
          <dd className="tabular-nums">{limit === null ? words.unlimited : number(limit)}</dd>
        </div>
      ))}
    </dl>
  )
}

const useChoice = (isPaid: boolean) => {
  const { plan: words } = useWords()
  const { id } = useOrganization()
  const toast = useToast()
  const ask = useAsk()
  const change = useChange(qpr.subscription.set, { changes: ['/v1/organizations'] })
  return (plan: Name) => {
    const name = words.names[plan]
    const isFree = plan === 'free'
    ask({
      title: isFree ? words.cancelTitle : words.chooseTitle(name),
      text: isFree ? words.cancelText(isPaid) : words.chooseText(isPaid),
      action: isFree ? words.cancelPlan : isPaid ? words.toPayment : words.choose(name),
      isDanger: isFree,
      async onConfirm() {
        const answer = await change.mutateAsync([id, { plan }])
        if (!('checkout_url' in answer)) return toast(words.isNow(words.names[answer.plan]))
        window.location.assign(answer.checkout_url)
        // The button waits until the other page is there.
        await new Promise(() => {})
      },
    })
  }
}
