import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { firstQuestion, type QuestionView } from '../../../test/harness/data/questions.ts'
import { openTalk } from '../../../test/harness/data/talk.ts'
import { startService } from '../../../test/harness/service/service.ts'

for (const departure of ['deleted', 'moved'] as const) {
  test(`an answer for a code that was ${departure} is for no other code when it is changed`, async (t) => {
    const service = await startService(t)
    const prompt = 'Breakfast is at seven.'
    const here = await createCode(service, { prompt })
    const there = await createCode(service, { prompt })
    const elsewhere = await openTalk(service, there.short_id)
    await elsewhere.ask('What is the wifi password?')
    const { id } = await firstQuestion(service)
    const path = `/v1/questions/${id}`
    const first = await service.post<QuestionView>(`${path}/answer`, {
      answer: 'It is 1234.',
      code_ids: [here.id],
    })
    if (departure === 'deleted') await service.delete(`/v1/qpr-codes/${here.id}`)
    else {
      const { id: organization_id } = await createOrganization(service)
      const moved = await service.patch(`/v1/qpr-codes/${here.id}`, { organization_id })
      assert.equal(moved.status, 200, moved.text)
    }
    assert.deepEqual((await service.get<QuestionView>(path)).body.code_ids, [])
    const codesOf = async () =>
      (await service.get<{ code_ids: string[] }>(`/v1/knowledge/${first.body.source_id}`)).body
        .code_ids
    for (const change of [
      () => service.post<QuestionView>(`${path}/answer`, { answer: 'It is 5678.' }),
      () => service.patch<QuestionView>(path, {}),
      () => service.post<QuestionView>(`${path}/answer`, { answer: 'It is 5678.' }),
    ]) {
      const changed = await change()
      assert.equal(changed.status, 200, changed.text)
      assert.deepEqual(changed.body.code_ids, [])
      assert.deepEqual(await codesOf(), [])
      assert.doesNotMatch(JSON.stringify(await elsewhere.view()), /1234|5678/)
    }
    // The owner names the other code.
    await service.post(`${path}/answer`, { answer: 'It is 5678.', code_ids: [there.id] })
    assert.deepEqual(await codesOf(), [there.id])
    assert.match(JSON.stringify(await elsewhere.view()), /5678/)
  })
}
