import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from 'typebox'
import { assertInvalid, assertRefused } from '../../../test/harness/checks/refusals.ts'
import {
  addFile,
  addSource,
  processed,
  type Source,
  search,
} from '../../../test/harness/data/knowledge.ts'
import { priceList, scannedPdf, scanOf } from '../../../test/harness/data/pictures.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import type { ProblemBody } from '../../../test/harness/service/client.ts'
import { type Service, startService } from '../../../test/harness/service/shared.ts'
import type { PassageSchema, SourceText } from './sources.schema.ts'

const passagesOf = async (service: Service, id: string) =>
  (await service.get<Static<typeof SourceText>>(`/v1/knowledge/${id}/text`)).body.passages

const correct = (
  service: Service,
  id: string,
  body: { passage_id: string | undefined; text: string | null },
) =>
  service.request<Static<typeof PassageSchema> & ProblemBody>('PUT', `/v1/knowledge/${id}/text`, {
    body,
  })

const refreshed = async (service: Service, id: string): Promise<Source> => {
  assert.equal((await service.post(`/v1/knowledge/${id}/refresh`, {})).status, 202)
  return await processed(service, id)
}

test('a scanned German price list answers with its page, and a correction outlives a refresh', async (t) => {
  const service = await startService(t)
  const pdf = scannedPdf(['Der Verleih steht am Bahnhof.'], [await scanOf(priceList)])
  const { id, status, reason, pages } = await addFile(service, 'Preise.pdf', pdf)
  assert.deepEqual([status, reason, pages], ['ready', null, 2])
  const [found] = (await search(service, 'Was kostet ein Elektrofahrrad?')).passages.filter(
    ({ page }) => page === 2,
  )
  assert.match(found?.text ?? '', /Elektrofahrrad, ein Tag 34,00 €/)

  const text = `${found?.text}\nE-Lastenrad, ein Tag 49,00 €`
  const { body, status: saved } = await correct(service, id, { passage_id: found?.id, text })
  assert.equal(saved, 200)
  assert.deepEqual([body.page, body.text, body.read_text], [2, text, found?.text])
  assert.match((await search(service, 'Lastenrad')).passages[0]?.text ?? '', /49,00/)
  assertInvalid(await correct(service, id, { passage_id: found?.id, text }), 'passage_id')

  assert.equal((await refreshed(service, id)).reason, null)
  const [, after] = await passagesOf(service, id)
  assert.deepEqual([after?.text, after?.read_text], [text, found?.text])
  // Null restores what was read.
  const restored = await correct(service, id, { passage_id: after?.id, text: null })
  assert.deepEqual([restored.body.text, restored.body.read_text], [found?.text, null])
})

test('a file says which corrections a new reading dropped', async (t) => {
  const service = await startService(t)
  const { id } = await addFile(service, 'house.md', '# Sauna\n\nIt is hot.')
  const [passage] = await passagesOf(service, id)
  await correct(service, id, { passage_id: passage?.id, text: 'It is 90 °C hot.' })
  // As another version of the service read the same file.
  await service.database.transaction(({ db }) =>
    db
      .updateTable('knowledge_passages')
      .set({ read_text: 'It is not.' })
      .where('source_id', '=', id)
      .execute(),
  )
  assert.equal(
    (await refreshed(service, id)).reason,
    'The source has changed, so corrections were dropped (1): “It is 90 °C hot.”',
  )
  assert.deepEqual(
    (await passagesOf(service, id)).map(({ text, read_text }) => [text, read_text]),
    [['It is hot.', null]],
  )
})

test('a correction of one of several equal passages stays the only one', async (t) => {
  const service = await startService(t)
  const same = 'The boat leaves at nine and returns at noon. '.repeat(28)
  const { id } = await addFile(service, 'boats.txt', `${same}\n\n`.repeat(5))
  const passages = await passagesOf(service, id)
  const at = passages.findIndex(({ text }, n) => n > 0 && text === passages[n - 1]?.text)
  assert.ok(at > 0)
  await correct(service, id, { passage_id: passages[at]?.id, text: 'It leaves at ten.' })
  assert.equal((await refreshed(service, id)).reason, null)
  const expected = passages.map(({ text }) => text).with(at, 'It leaves at ten.')
  assert.deepEqual(
    (await passagesOf(service, id)).map(({ text }) => text),
    expected,
  )
})

test('a correction stays with its heading and its web page, although others have the same words', async (t) => {
  const service = await startService(t)
  const same = 'The room costs 90 euros.'
  const shown = async (id: string) => (await passagesOf(service, id)).map(({ text }) => text)
  const correctFirst = async (id: string) => {
    const [first] = await passagesOf(service, id)
    await correct(service, id, { passage_id: first?.id, text: 'It costs 95.' })
  }
  const long = 'It is a quiet room with a view of the harbour and a large desk. '.repeat(10)
  const section = (name: string) => `# ${name}\n\n${same} ${long}\n\n`
  const { id: file } = await addFile(service, 'rooms.md', section('One') + section('Two'))
  const [, second] = await shown(file)
  await correctFirst(file)
  assert.equal((await refreshed(service, file)).reason, null)
  assert.deepEqual(await shown(file), ['It costs 95.', second])

  let title = 'Two'
  const site = await startReceiver(t, ({ path }) => ({
    status: path === '/robots.txt' ? 404 : 200,
    headers: { 'Content-Type': 'text/html' },
    body:
      path === '/two'
        ? `<html><title>${title}</title><body><p>${same}</p></body></html>`
        : `<html><body><p>${same}</p><a href="/two"></a></body></html>`,
  }))
  const url = new URL('/', site.url).href
  const { id } = await processed(service, (await addSource(service, { kind: 'site', url })).id)
  await correctFirst(id)
  title = 'Changed'
  assert.equal((await refreshed(service, id)).reason, null)
  assert.deepEqual((await shown(id)).sort(), ['It costs 95.', same])
})

test('a correction of a question, of a source that is being read, or beyond the limit is refused', async (t) => {
  const service = await startService(t)
  const question = await addSource(service, { kind: 'question', question: 'A?', answer: 'B.' })
  const [answer] = await passagesOf(service, question.id)
  assertInvalid(await correct(service, question.id, { passage_id: answer?.id, text: 'C.' }), 'text')

  const { id } = await addFile(service, 'a.txt', 'One.')
  const [passage] = await passagesOf(service, id)
  assertInvalid(await correct(service, id, { passage_id: answer?.id, text: 'C.' }), 'passage_id')
  assertInvalid(
    await correct(service, id, { passage_id: passage?.id, text: 'x'.repeat(4001) }),
    'text',
  )
  const change = (values: Partial<Source>) =>
    service.database.transaction(({ db }) =>
      db
        .updateTable('knowledge_sources')
        .set({ status: values.status ?? 'ready' })
        .where('id', '=', id)
        .execute(),
    )
  await change({ status: 'processing' })
  assertRefused(await correct(service, id, { passage_id: passage?.id, text: 'Two.' }), {
    status: 409,
    code: 'source_processing',
  })
  await change({ status: 'ready' })
  await service.database.transaction(async ({ db }) => {
    const row = await db
      .selectFrom('knowledge_passages')
      .selectAll()
      .where('id', '=', passage?.id ?? '')
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: 500 }, (_, at) => ({
      ...row,
      id: `psg_full_${at}`,
      position: at + 1,
      read_text: 'One?',
    }))
    for (let at = 0; at < rows.length; at += 100) {
      await db
        .insertInto('knowledge_passages')
        .values(rows.slice(at, at + 100))
        .execute()
    }
  })
  assertRefused(await correct(service, id, { passage_id: passage?.id, text: 'Two.' }), {
    status: 409,
    code: 'limit_reached',
  })
})
