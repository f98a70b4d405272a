import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { planNames } from '#contract/plans.ts'

type Limits = Record<string, Record<string, number | null>>
type PriceIds = Record<string, string[]>

/** A plans file with these limits and, for Stripe, these prices. */
export const plansFile = async (t: TestContext, limits: object, priceIds: PriceIds = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-plans-'))
  t.after(() => rm(folder, { recursive: true }))
  const plans = planNames.map((name) => [
    name,
    { limits: (limits as Limits)[name] ?? {}, stripe_price_ids: priceIds[name] ?? [] },
  ])
  const file = join(folder, 'plans.json')
  await writeFile(file, JSON.stringify(Object.fromEntries(plans)))
  return file
}
