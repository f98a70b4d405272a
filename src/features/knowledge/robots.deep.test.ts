import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWithin, threadMs } from '../../../test/harness/checks/duration.ts'
import { maxRules, parseRobots, selectAddresses } from '../reading/robots.rules.ts'

const origin = 'https://example.com'

test('the links of the largest page are compared with the most rules in less than 2 s', () => {
  const links = (length: number, unit: string) =>
    JSON.stringify(
      Array.from(
        { length: Math.floor((512 * 1024) / length) },
        (_, n) => `${origin}/${unit.repeat(length / unit.length).slice(0, length - 40)}${n}`,
      ),
    )
  const shapes: Record<string, (n: number) => string> = {
    'many wildcards': (n) => `/*${'a*'.repeat(15)}${n}$`,
    'long texts': (n) => `*${'a'.repeat(200)}b${'a'.repeat(200)}${n}`,
    'texts that nearly match': (n) => `/*${'a'.repeat(400)}b${n}`,
    beginnings: (n) => `/${'a'.repeat(400)}${n}`,
  }
  const cases = Object.entries(shapes).flatMap(([name, ruleOf]) =>
    [100, 2000].map((length) => ({ name, ruleOf, length })),
  )
  for (const { name, ruleOf, length } of cases) {
    const lines = Array.from({ length: maxRules }, (_, n) => `Disallow: ${ruleOf(n)}`)
    const before = threadMs()
    const rules = parseRobots(Buffer.from(`User-agent: *\n${lines.join('\n')}`))
    selectAddresses({ rules, origin, links: links(length, 'a') })
    const ms = threadMs() - before
    assert.ok(isWithin(ms, 2000), `${name}, addresses of ${length}: ${ms} ms`)
  }
})
