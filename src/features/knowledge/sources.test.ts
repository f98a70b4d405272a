// Titles and dates of sources.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '../../platform/kit/clock.ts'
import { nextRefresh } from './publishing.ts'
import { titleOfFile } from './sources.create.ts'
import { megabytesOf } from './sources.store.ts'
import { titleOfQuestion } from './sources.ts'

test('the title of a file is its name without folder, ending and control characters', () => {
  const titles: [name: string, title: string][] = [
    ['House manual.pdf', 'House manual'],
    ['C:\\Users\\ana\\menu.docx', 'menu'],
    ['/tmp/a/b.md/', 'b'],
    ['../../ ', '..'],
    ['a.tar.gz', 'a.tar'],
    ['v1.2 notes', 'v1.2 notes'],
    ['.env', '.env'],
    ['a.abcdefgh', 'a'],
    ['a.abcdefghi', 'a.abcdefghi'],
    ['a.x y', 'a.x y'],
    [' House\n\u202emanual\u2028 .pdf', 'House manual'],
    ['\u0000\u200b', 'File'],
    ['', 'File'],
    ['x'.repeat(201), 'x'.repeat(200)],
    [`${'x'.repeat(199)}💥`, `${'x'.repeat(199)}\ufffd`],
  ]
  for (const [name, title] of titles) assert.equal(titleOfFile(name), title, JSON.stringify(name))
})

test('the title of a question is the question in one line, at most 200 characters', () => {
  assert.equal(titleOfQuestion(' Is there\n a  sauna? '), 'Is there a sauna?')
  assert.equal(titleOfQuestion('x'.repeat(201)), 'x'.repeat(200))
  assert.ok(titleOfQuestion(`${'x'.repeat(199)}💥`).isWellFormed())
})

test('a source is read again a day or a week after the last time, and never in the past', () => {
  const now = Date.parse('2026-01-31T12:00:00Z')
  const at = (refresh: 'never' | 'daily' | 'weekly', refreshed_at: number | null) =>
    nextRefresh(refresh, { status: 'ready', refreshed_at }, now)
  assert.equal(at('never', now), null)
  assert.equal(at('daily', now), now + dayMs)
  assert.equal(at('weekly', now), now + 7 * dayMs)
  assert.equal(at('daily', now - dayMs / 2), now + dayMs / 2)
  assert.equal(at('daily', now - 3 * dayMs), now)
  assert.equal(at('weekly', null), now + 7 * dayMs)
  // The end of the current reading decides.
  assert.equal(nextRefresh('daily', { status: 'processing', refreshed_at: now }, now), null)
  assert.equal(nextRefresh('daily', { status: 'failed', refreshed_at: now }, now), now + dayMs)
})

test('megabytes are rounded up', () => {
  assert.deepEqual([0, 1, 2 ** 20, 2 ** 20 + 1].map(megabytesOf), [0, 1, 1, 2])
})
