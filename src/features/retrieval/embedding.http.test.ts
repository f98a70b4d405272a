import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { addFile, search } from '../../../test/harness/data/knowledge.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'
import { createModelFolder } from '../models/local-model.fixture.ts'

interface Job {
  kind: string
  status: string
  last_error: string | null
}

const vectorJob = async (service: Service): Promise<Job | undefined> => {
  const { body } = await service.get<{ jobs: Job[] }>('/v1/jobs')
  return body.jobs.find(({ kind }) => kind === 'embed_knowledge')
}

/** The number of passages with a vector, and without one although the model was asked. */
const vectorsIn = async (service: Service) => {
  const rows = await service.database.db.selectFrom('knowledge_vectors').select('vector').execute()
  const empty = rows.filter(({ vector }) => vector.byteLength === 0).length
  return { full: rows.length - empty, empty }
}

const long = (sentence: string) => `${sentence} `.repeat(22)

const house = `# The sauna

${long('The sauna is in the basement of the house and it is hot.')}

# The library

${long('The library of the house has a book for you.')}

# Parken

${long('Der Parkplatz ist hinter dem Haus und kostet nichts.')}
`

test('a model in a folder finds passages without a common word, in its languages only, and says so', async (t) => {
  const folder = await createModelFolder(t, ['en'])
  const service = await startService(t, {
    settings: { QPR_AI_EMBEDDING_MODEL: `local:${folder}`, QPR_KNOWLEDGE_PROMPT_TOKENS: '1' },
  })
  const { body } = await service.get<{ search_by_meaning: string }>('/v1/account')
  assert.equal(body.search_by_meaning, 'english')
  const { passages } = await addFile(service, 'house.md', house)
  await eventually(async () => assert.equal((await vectorJob(service))?.status, 'succeeded'))
  const { full, empty } = await vectorsIn(service)
  assert.ok(full > 0 && empty > 0 && full + empty === passages)
  const { last_error } = (await vectorJob(service)) ?? {}
  assert.match(
    last_error ?? '',
    new RegExp(`^${empty} passages are found by their words alone: local:.+ understands en\\.$`),
  )
  const best = async (question: string) => (await search(service, question)).passages[0]?.headings
  assert.deepEqual(await best('Where can I sweat?'), ['The sauna'])
  assert.deepEqual(await best('Do you have a novel for me?'), ['The library'])
  // The language of a single word is unknown, and German is not a language of the model.
  assert.equal(await best('Sweat?'), undefined)
  assert.equal(await best('Wo kann ich sweat?'), undefined)
})

test('a text that the model refuses has no vector, the others of its batch have one', async (t) => {
  let refusal: (input: string[]) => boolean = (input) => input.some((one) => /library/.test(one))
  const { url } = await startReceiver(t, ({ body }) => {
    const { input } = JSON.parse(body) as { input: string[] }
    const headers = { 'Content-Type': 'application/json' }
    if (refusal(input)) return { status: 400, headers, body: '{"error":{"message":"refused"}}' }
    const data = input.map((_, index) => ({ object: 'embedding', index, embedding: [1, 0] }))
    const usage = { prompt_tokens: 1, total_tokens: 1 }
    return { status: 200, headers, body: JSON.stringify({ object: 'list', data, usage }) }
  })
  const service = await startService(t, {
    settings: { QPR_AI_EMBEDDING_MODEL: 'compatible:small', QPR_AI_BASE_URL: url },
  })
  const { passages } = await addFile(service, 'house.md', house)
  await eventually(async () => assert.equal((await vectorJob(service))?.status, 'succeeded'))
  const { full, empty } = await vectorsIn(service)
  assert.ok(full > 0 && empty > 0 && full + empty === passages)
  assert.match((await vectorJob(service))?.last_error ?? '', /compatible:small refuses them\.$/)
  // A model that refuses every text is set up wrongly: nothing is left out, and the job says why.
  refusal = () => true
  await addFile(service, 'other.md', house)
  await eventually(async () =>
    assert.equal(
      (await vectorJob(service))?.last_error,
      'compatible:small answered with status 400. It will be retried.',
    ),
  )
  assert.deepEqual(await vectorsIn(service), { full, empty })
})
