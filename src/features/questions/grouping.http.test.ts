import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import {
  firstQuestion,
  listQuestions,
  plantQuestions,
} from '../../../test/harness/data/questions.ts'
import { startOwnService } from '../../../test/harness/service/shared.ts'
import { readContext } from '../../platform/context.ts'
import { groupQuestions } from './grouping.ts'

test('a group that takes no question any more when it is written is read again, once', async (t) => {
  const service = await startOwnService(t)
  const code = await createCode(service)
  await plantQuestions(service, code, ['Is there a sauna?'])
  const { id } = await firstQuestion(service)
  await plantQuestions(service, code, ['sauna?'])
  const { database } = service
  let writes = 0
  const transaction: typeof database.transaction = async (...work) => {
    writes += 1
    if (writes === 1) {
      await service.post(`/v1/questions/${id}/answer`, { answer: 'On the top floor.' })
    }
    return await database.transaction(...work)
  }
  const parts = { database: Object.create(database, { transaction: { value: transaction } }) }
  const context = readContext({ ...service.internals, ...parts }, null)
  await groupQuestions(context, await service.defaultOrganizationId())
  assert.equal(writes, 2)
  const { questions } = await listQuestions(service, 'status=open')
  assert.deepEqual(
    questions.map(({ question, asked }) => [question, asked]),
    [['sauna?', 1]],
  )
})
