// The commands of docs/plans.md without Stripe, run in a shell. They need curl.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { projectFile } from '../harness/service/process.ts'
import { startService } from '../harness/service/service.ts'

const document = readFileSync(projectFile('docs/plans.md'), 'utf8')

const [withoutStripe = ''] = document.split('\n## Sell plans with Stripe\n')

const blocks = (language: string, text = withoutStripe) =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, fence]) => fence === language)
    .map(([, , text = '']) => text)

test('every JSON of the page is valid', () => {
  const found = blocks('json', document)
  assert.ok(found.length >= 5)
  for (const text of found) JSON.parse(text)
})

if (spawnSync('curl', ['--version']).status === 0) {
  test('the commands of the page have the described effect', async (t) => {
    const settings = { QPR_PLANS_FILE: projectFile('docs/plans.example.json') }
    const service = await startService(t, { settings })
    const commands = blocks('sh').filter((text) => !text.includes('npm start'))
    assert.equal(commands.length, 3)
    const pasted = commands.join('\n').replaceAll('http://localhost:3000', service.address)
    const run = promisify(execFile)
    const { stdout } = await run('sh', ['-eu', '-c', pasted], {
      env: { PATH: process.env.PATH, KEY: service.key },
    })
    const answers = stdout
      .split(/(?<=\})(?=\{)/)
      .map((answer): Record<string, unknown> => JSON.parse(answer))
    const [plans, usage, chosen, shown, cancelled] = answers
    assert.equal(answers.length, 5)
    assert.ok(Array.isArray(plans?.plans) && plans.plans.length === 4, stdout)
    assert.deepEqual(usage?.codes, { used: 0, maximum: 5 })
    const subscription = blocks('json').find((text) => text.includes('"provider"')) ?? ''
    assert.deepEqual(chosen, JSON.parse(subscription))
    assert.deepEqual(shown, chosen)
    assert.deepEqual([cancelled?.plan, cancelled?.status], ['free', 'cancelled'])
  })
}
