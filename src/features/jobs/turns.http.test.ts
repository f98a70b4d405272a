import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOrganization } from '../../../test/harness/data/given.ts'
import { addSource, processed, type Source, upload } from '../../../test/harness/data/knowledge.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'

const organization = async (service: Service, name: string) =>
  (await createOrganization(service, { name })).id

const addFile = async (service: Service, organization_id: string, name: string) => {
  const added = await upload(service, name, 'The sauna is open.', { organization_id })
  assert.equal(added.status, 201, added.text)
  return added.body.id
}

test('a file is read while the website of another organization does not respond', async (t) => {
  const service = await startService(t)
  const site = await startReceiver(t)
  // Responses stay open until the end of the test.
  site.handleWith(() => undefined)
  const slow = await organization(service, 'Slow')
  const sources: Source[] = []
  for (let n = 0; n < 10; n++) {
    const url = `${site.url}/${n}`
    sources.push(await addSource(service, { kind: 'page', url, organization_id: slow }))
  }
  await site.waitFor(1)
  const id = await addFile(service, await organization(service, 'Quick'), 'sauna.txt')
  assert.equal((await processed(service, id)).status, 'ready')
  for (const source of sources.slice(1)) {
    const { body } = await service.get<Source>(`/v1/knowledge/${source.id}`)
    assert.equal(body.status, 'processing')
  }
})

test('websites of many organizations that do not respond leave the runner to the files', async (t) => {
  const service = await startService(t)
  const site = await startReceiver(t)
  site.handleWith(() => undefined)
  for (let n = 0; n < 10; n++) {
    const organization_id = await organization(service, `Slow ${n}`)
    await addSource(service, { kind: 'page', url: site.url, organization_id })
  }
  await site.waitFor(8)
  const id = await addFile(service, await organization(service, 'Quick'), 'sauna.txt')
  assert.equal((await processed(service, id)).status, 'ready')
})

test('an organization with many jobs and one with a single job take turns', async (t) => {
  const service = await startService(t)
  await service.schedule.stop('long_jobs')
  const many = await organization(service, 'Many')
  const ids: string[] = []
  for (let n = 0; n < 15; n++) ids.push(await addFile(service, many, `sauna-${n}.txt`))
  const single = await addFile(service, await organization(service, 'Single'), 'sauna.txt')
  service.schedule.start('long_jobs')
  const { refreshed_at } = await processed(service, single)
  const earlier: string[] = []
  for (const id of ids) {
    const source = await processed(service, id)
    assert.equal(source.status, 'ready')
    if ((source.refreshed_at ?? '') < (refreshed_at ?? '')) earlier.push(id)
  }
  assert.ok(earlier.length <= 5, `${earlier.length} of 15 jobs came first`)
})
