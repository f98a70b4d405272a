import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { limitNames, planNames } from '#contract/plans.ts'
import { newMachine, projectFile } from '../../../test/harness/service/process.ts'
import { checkPlans, readPlans } from './plans.file.ts'

const noLimits = Object.fromEntries(limitNames.map((name) => [name, null]))

/** A file without mistakes, with optional changes. */
const fileWith = (plans: object) => ({
  free: {},
  starter: {},
  professional: {},
  enterprise: {},
  ...plans,
})

const mistakesIn = (content: unknown) => checkPlans(content).mistakes

test('the default file sets no limit and no price', () => {
  const plans = readPlans(null)
  for (const name of planNames) {
    assert.deepEqual(plans[name], { limits: noLimits, price: null, stripePriceIds: [] })
  }
})

test('the example of the documentation is complete and has no mistake', () => {
  const file = projectFile('docs/plans.example.json')
  const plans = readPlans(file)
  const written = JSON.parse(readFileSync(file, 'utf8'))
  for (const name of planNames) {
    assert.deepEqual(plans[name].limits, written[name].limits)
    assert.deepEqual(Object.keys(written[name].limits), [...limitNames])
  }
  assert.deepEqual(plans.starter, {
    limits: {
      organizations: 3,
      codes: 50,
      members: 5,
      scans_per_month: 10_000,
      messages_per_month: 2000,
      knowledge_pages: 500,
      knowledge_mb: 200,
      retention_days: 365,
    },
    price: { amount: 900, currency: 'eur', interval: 'month' },
    stripePriceIds: ['price_1StarterMonthly', 'price_1StarterYearly'],
  })
})

test('an omitted or null limit is unlimited, and a single price id needs no list', () => {
  const { plans, mistakes } = checkPlans(
    fileWith({ starter: { limits: { codes: null, members: 3 }, stripe_price_ids: 'price_1A' } }),
  )
  assert.deepEqual(mistakes, [])
  assert.deepEqual(plans.starter, {
    limits: { ...noLimits, members: 3 },
    price: null,
    stripePriceIds: ['price_1A'],
  })
})

const starter = (fields: object) => fileWith({ starter: fields })
const limits = (fields: object) => starter({ limits: fields })
const price = (fields: object) =>
  starter({ price: { amount: 900, currency: 'eur', interval: 'month', ...fields } })

const from = (least: number) => `must be a whole number from ${least} on, or null for unlimited.`

const mistakes: [unknown, string][] = [
  [[], 'It must be an object with the plans free, starter, professional, enterprise.'],
  ['free', 'It must be an object with the plans free, starter, professional, enterprise.'],
  [null, 'It must be an object with the plans free, starter, professional, enterprise.'],
  [
    { free: {}, professional: {}, enterprise: {} },
    'starter is missing: it must be an object with limits and a price.',
  ],
  [fileWith({ starter: 9 }), 'starter is missing: it must be an object with limits and a price.'],
  [
    fileWith({ gold: {} }),
    'gold is not a plan; there are free, starter, professional, enterprise.',
  ],
  [starter({ cost: 9 }), 'starter.cost is not known; there are limits, price, stripe_price_ids.'],
  [starter({ limits: [1] }), 'starter.limits must be an object of limits.'],
  [
    limits({ seats: 3 }),
    `starter.limits.seats is not a limit; there are ${limitNames.join(', ')}.`,
  ],
  [limits({ codes: -1 }), `starter.limits.codes ${from(0)}`],
  [limits({ codes: 1.5 }), `starter.limits.codes ${from(0)}`],
  [limits({ codes: '5' }), `starter.limits.codes ${from(0)}`],
  [limits({ codes: 1e300 }), `starter.limits.codes ${from(0)}`],
  [limits({ scans_per_month: true }), `starter.limits.scans_per_month ${from(0)}`],
  [limits({ messages_per_month: {} }), `starter.limits.messages_per_month ${from(0)}`],
  // Every account has an organization, every organization an owner.
  [limits({ organizations: 0 }), `starter.limits.organizations ${from(1)}`],
  [limits({ members: 0 }), `starter.limits.members ${from(1)}`],
  [limits({ retention_days: 0 }), `starter.limits.retention_days ${from(1)}`],
  [price({ amount: 9.5 }), 'starter.price.amount must be a whole number of cents, such as 900.'],
  [price({ amount: -1 }), 'starter.price.amount must be a whole number of cents, such as 900.'],
  [
    price({ currency: 'EUR' }),
    'starter.price.currency must be three lower-case letters, such as eur.',
  ],
  [price({ interval: 'week' }), 'starter.price.interval must be month or year.'],
  [price({ vat: 19 }), 'starter.price.vat is not known; there are amount, currency, interval.'],
  [
    starter({ stripe_price_ids: ['prod_1A'] }),
    'starter.stripe_price_ids must be a list of price ids of Stripe, such as price_1Abc.',
  ],
  [
    starter({ stripe_price_ids: [17] }),
    'starter.stripe_price_ids must be a list of price ids of Stripe, such as price_1Abc.',
  ],
  [
    fileWith({
      starter: { stripe_price_ids: ['price_1A'] },
      professional: { stripe_price_ids: ['price_1A'] },
    }),
    'price_1A is in stripe_price_ids twice: a price belongs to one plan.',
  ],
  [
    fileWith({ enterprise: { limits: { organizations: 100 } } }),
    'enterprise.limits.organizations must be null: enterprise never limits organizations.',
  ],
  [
    fileWith({ free: { price: { amount: 0, currency: 'eur', interval: 'month' } } }),
    'free.price must be null: the free plan costs nothing.',
  ],
  [
    fileWith({ free: { stripe_price_ids: ['price_1A'] } }),
    'free.stripe_price_ids must be empty: the free plan is not sold.',
  ],
]

for (const [content, sentence] of mistakes) {
  test(`${JSON.stringify(content)}: ${sentence}`, () => {
    assert.deepEqual(mistakesIn(content), [sentence])
  })
}

test('a price that is not an object gets a message about its missing fields', () => {
  assert.deepEqual(mistakesIn(starter({ price: 9 })), [
    'starter.price.amount must be a whole number of cents, such as 900.',
    'starter.price.currency must be three lower-case letters, such as eur.',
    'starter.price.interval must be month or year.',
  ])
})

test('all mistakes of a file stop the start with one message that names the setting', async (t) => {
  const machine = await newMachine(t)
  const content = fileWith({
    free: { limits: { codes: -1, seats: 3 } },
    enterprise: { limits: { organizations: 5 } },
  })
  await writeFile(join(machine.folder, 'plans.json'), JSON.stringify(content))
  for (const command of [['serve'], ['keys', 'list']]) {
    const { code, stdout, stderr } = await machine.command(command, {
      QPR_PLANS_FILE: 'plans.json',
    }).exited
    assert.deepEqual([code, stdout], [1, ''])
    assert.equal(
      stderr,
      `qpr: QPR_PLANS_FILE has mistakes:
  free.limits.seats is not a limit; there are ${limitNames.join(', ')}.
  free.limits.codes must be a whole number from 0 on, or null for unlimited.
  enterprise.limits.organizations must be null: enterprise never limits organizations.
`,
    )
  }
})

test('a missing or invalid JSON file stops the start with a message that names it', async (t) => {
  const machine = await newMachine(t)
  await writeFile(join(machine.folder, 'plans.json'), '{ "free": }')
  const broken = await machine.command(['serve'], { QPR_PLANS_FILE: 'plans.json' }).exited
  assert.equal(broken.code, 1)
  assert.match(broken.stderr, /^qpr: QPR_PLANS_FILE cannot be read as JSON: [^\n]+\n$/)
  const missing = await machine.command(['serve'], { QPR_PLANS_FILE: 'nowhere.json' }).exited
  assert.equal(missing.code, 1)
  assert.match(missing.stderr, /^qpr: QPR_PLANS_FILE must be a file that exists[^\n]*\n$/)
})

test('the doctor reports each mistake, and none in the example', async (t) => {
  const machine = await newMachine(t)
  await writeFile(join(machine.folder, 'plans.json'), JSON.stringify(fileWith({ gold: {} })))
  const bad = await machine.run(['doctor'], { QPR_PLANS_FILE: 'plans.json' })
  assert.equal(bad.code, 1)
  assert.match(bad.stdout, /^WRONG {2}plans +gold is not a plan; there are free, .+$/m)
  const good = await machine.run(['doctor'], {
    QPR_PLANS_FILE: projectFile('docs/plans.example.json'),
  })
  assert.match(good.stdout, /^ ok {4}plans +.+plans\.example\.json is valid$/m)
})
