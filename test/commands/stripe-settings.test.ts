import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadSetting } from '../../src/service/config/config.ts'
import { sellingSettings } from '../harness/providers/selling.ts'
import { startStripe } from '../harness/providers/stripe.ts'
import { newMachine } from '../harness/service/process.ts'

const missing = {
  STRIPE_SECRET_KEY: /^QPR_BILLING=stripe needs STRIPE_SECRET_KEY: [^\n]+$/,
  STRIPE_WEBHOOK_SECRET:
    /^QPR_BILLING=stripe needs STRIPE_WEBHOOK_SECRET: [^\n]+\/billing\/stripe [^\n]+$/,
  QPR_PLANS_FILE: /^QPR_BILLING=stripe needs a plan for sale: [^\n]+QPR_PLANS_FILE[^\n]+$/,
}

for (const [name, line] of Object.entries(missing)) {
  test(`QPR_BILLING=stripe without ${name} stops the start with one line that says what to do`, async (t) => {
    const machine = await newMachine(t)
    const selling = await sellingSettings(t, await startStripe(t))
    const settings = { ...selling, [name]: '' }
    const isNamed = (error: Error) => error instanceof BadSetting && line.test(error.message)
    await assert.rejects(machine.serveHere(settings), isNamed)
    const { code, stdout, stderr } = await machine.command(['serve'], settings).exited
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^qpr: [^\n]+\n$/)
    assert.match(stderr.slice('qpr: '.length).trimEnd(), line)
  })
}

test('the SDK of Stripe is only loaded when it is used', async (t) => {
  const machine = await newMachine(t)
  const stripe = await startStripe(t)
  const moduleOf = (path: string) =>
    JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href)
  // One process: first without, then with the settings.
  const program = `
    const { registerHooks } = await import('node:module')
    const seen = []
    registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) })
    const { composeService } = await import(${moduleOf('service/compose.ts')})
    const { parseConfig } = await import(${moduleOf('service/config/config.ts')})
    const { openDatabase } = await import(${moduleOf('platform/store/open.ts')})
    const { createLog } = await import(${moduleOf('platform/kit/log.ts')})
    const log = createLog('silent')
    const { DATABASE_URL } = process.env
    const database = openDatabase(DATABASE_URL, log)
    await database.migrate()
    const isLoaded = async (settings) => {
      const config = parseConfig({ ...process.env, ...settings })
      await composeService({ config, database, clock: { now: () => Date.now() }, log })
      return seen.some((url) => url.includes('node_modules/stripe/'))
    }
    const selling = JSON.parse(process.argv[1])
    process.stdout.write(JSON.stringify([await isLoaded({}), await isLoaded(selling)]))
    process.exit(0)`
  const selling = JSON.stringify(await sellingSettings(t, stripe))
  const args = ['--input-type=module', '--eval', program, selling]
  const { stdout, stderr } = await machine.startProgram(process.execPath, args, {
    DATABASE_URL: `sqlite:${machine.folder}/qpr.db`,
    QPR_SECRET: 'a-secret-that-only-tests-know',
  }).exited
  assert.equal(stdout, '[false,true]', stderr)
})
