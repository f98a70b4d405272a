// The encoding of a text file: guessed, shown, and changed by its owner.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfOf } from '../../../test/harness/data/files.ts'
import { addFile, addSource, processed, type Source } from '../../../test/harness/data/knowledge.ts'
import { startService } from '../../../test/harness/service/service.ts'

/** `Gościniec` in windows-1250: the same bytes have letters in windows-1252 too. */
const name = Buffer.from('Go\x9cciniec', 'latin1')
const file = Buffer.concat([Buffer.from('House;Beds\nLake;4\n'), name, Buffer.from(';2\n')])

test('the guessed encoding of a file is shown, and the owner chooses another one', async (t) => {
  const service = await startService(t)
  const { id, encoding, reason } = await addFile(service, 'houses.csv', file)
  assert.ok(encoding)
  assert.match(reason ?? '', new RegExp(`read as ${encoding}\\.`))
  const textAfter = async (chosen: string | null) => {
    const { body, status } = await service.patch<Source>(`/v1/knowledge/${id}`, {
      encoding: chosen,
    })
    assert.deepEqual([status, body.status], [200, 'processing'])
    const source = await processed(service, id)
    const { body: text } = await service.get<{ passages: { text: string }[] }>(
      `/v1/knowledge/${id}/text`,
    )
    return { ...source, text: text.passages.map((one) => one.text).join('\n') }
  }
  const chosen = await textAfter('windows-1250')
  assert.deepEqual([chosen.encoding, chosen.reason], ['windows-1250', null])
  assert.match(chosen.text, /House: Gościniec \| Beds: 2/)
  assert.match((await textAfter('windows-1252')).text, /Goœciniec/)
  // Another reading keeps the choice.
  await service.post(`/v1/knowledge/${id}/refresh`)
  assert.equal((await processed(service, id)).encoding, 'windows-1252')
  // The same choice reads nothing.
  const same = await service.patch<Source>(`/v1/knowledge/${id}`, { encoding: 'windows-1252' })
  assert.equal(same.body.status, 'ready')
  const guessed = await textAfter(null)
  assert.deepEqual([guessed.encoding, guessed.reason], [encoding, reason])
})

test('an unknown or wrong encoding gets 422, and so does one for a source that is no text file', async (t) => {
  const service = await startService(t)
  const houses = await addFile(service, 'houses.csv', file)
  const pdf = await addFile(service, 'manual.pdf', pdfOf(['The pool is heated.']))
  const question = await addSource(service, {
    kind: 'question',
    question: 'Sauna?',
    answer: 'Yes.',
  })
  const refusal = async (id: string, encoding: string) => {
    const { status, body } = await service.patch<{ errors: { pointer: string; code: string }[] }>(
      `/v1/knowledge/${id}`,
      { encoding },
    )
    assert.equal(status, 422)
    return [body.errors[0]?.pointer, body.errors[0]?.code]
  }
  const [pointer, unknown] = await refusal(houses.id, 'windows-9999')
  assert.equal(pointer, '/encoding')
  assert.ok(unknown)
  for (const wrong of ['utf-8', 'euc-jp']) {
    assert.deepEqual(await refusal(houses.id, wrong), ['/encoding', 'invalid'], wrong)
  }
  for (const { id } of [pdf, question]) {
    assert.deepEqual(await refusal(id, 'windows-1250'), ['/encoding', 'not_allowed'])
  }
  assert.equal((await processed(service, houses.id)).encoding, houses.encoding)
})

test('a file whose content is being deleted is not read again in another encoding', async (t) => {
  const service = await startService(t)
  const { id } = await addFile(service, 'houses.csv', file)
  // As after a reading that failed, before the last step of the job.
  await service.database.transaction(({ db }) =>
    db
      .updateTable('knowledge_sources')
      .set({ status: 'failed', passages: 0, size_bytes: 0 })
      .where('id', '=', id)
      .execute(),
  )
  const refused = await service.patch<Source>(`/v1/knowledge/${id}`, { encoding: 'windows-1250' })
  assert.equal(refused.status, 422)
})
