import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from 'typebox'
import { assertInvalid, assertRefused } from '../../../test/harness/checks/refusals.ts'
import { createOrganization } from '../../../test/harness/data/given.ts'
import { addFile, addSource, search } from '../../../test/harness/data/knowledge.ts'
import { type Service, startService } from '../../../test/harness/service/shared.ts'
import type { SourceText } from './sources.schema.ts'

type Text = Static<typeof SourceText>

const textOf = async (service: Service, id: string, query = '') => {
  const answer = await service.get<Text>(`/v1/knowledge/${id}/text?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const chapters = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `# Chapter ${at}\n\nWord${at} ${'is one of many words. '.repeat(40)}`,
  ).join('\n\n')

test('the text of a source is in its order, with headings', async (t) => {
  const service = await startService(t)
  const { id } = await addFile(service, 'House manual.md', chapters(3))
  const { passages, total, limit, offset } = await textOf(service, id)
  assert.deepEqual([total, limit, offset], [3, 20, 0])
  assert.deepEqual(
    passages.map(({ title, url, page, headings, text }) => [
      title,
      url,
      page,
      headings,
      text.slice(0, 12),
    ]),
    [0, 1, 2].map((at) => ['House manual', null, null, [`Chapter ${at}`], `Word${at} is one`]),
  )
})

test('a passage that a search finds opens its page of the text', async (t) => {
  const service = await startService(t)
  const { id } = await addFile(service, 'Long.md', chapters(30))
  const found = (await search(service, 'word17')).passages[0]
  assert.ok(found)
  const { passages, offset } = await textOf(service, id, `limit=5&passage_id=${found.id}`)
  assert.equal(offset, 15)
  assert.deepEqual(
    passages.map(({ id }) => id === found.id),
    [false, false, true, false, false],
  )
  // A passage of an earlier reading, or of another source.
  const other = await addSource(service, { kind: 'question', question: 'A?', answer: 'B.' })
  for (const gone of [
    'psg_gone',
    '%F0%9F%92%A9',
    (await textOf(service, other.id)).passages[0]?.id,
  ]) {
    assert.equal((await textOf(service, id, `limit=5&offset=10&passage_id=${gone}`)).offset, 10)
  }
})

test('a file of one line of 2 MB is read in parts, and bidi controls and markup stay text', async (t) => {
  const service = await startService(t)
  const one = await addFile(service, 'line.txt', 'a'.repeat(2 * 2 ** 20))
  const { passages, total } = await textOf(service, one.id, 'limit=100')
  assert.equal(passages.length, 100)
  assert.ok(total > 100)
  assert.ok(Math.max(...passages.map(({ text }) => text.length)) < 10_000)

  const words =
    '\u202eevil\u202c <script>alert(1)</script> [x](javascript:alert(1)) \u2066end\u2069'
  const two = await addFile(service, 'bidi.txt', words)
  const [first] = (await textOf(service, two.id)).passages
  assert.ok(first?.text.includes('<script>alert(1)</script>'), first?.text)
})

test('the text of another organization is 404, and nonsense is 422', async (t) => {
  const service = await startService(t)
  const { id } = await addSource(service, { kind: 'question', question: 'A?', answer: 'B.' })
  const elsewhere = await createOrganization(service)
  const stranger = await service.keyOf('owner', elsewhere.id, 'stranger@example.com')
  const path = `/v1/knowledge/${id}/text`
  const foreign = await service.get(path, { key: stranger })
  assertRefused(foreign, { status: 404, code: 'source_not_found' })
  assertInvalid(await service.get(`${path}?limit=101`), 'limit')
  assertInvalid(await service.get(`${path}?cursor=x`), 'cursor')
  assertInvalid(await service.get(`${path}?passage_id=${'x'.repeat(101)}`), 'passage_id')
  await service.delete(`/v1/knowledge/${id}`)
  assertRefused(await service.get(path), { status: 404, code: 'source_not_found' })
})
