// Uploads that keep the service waiting: they cost the others nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from '../harness/checks/problems.ts'
import { createOrganization } from '../harness/data/given.ts'
import { addFile } from '../harness/data/knowledge.ts'
import { openSocket, readAnswer } from '../harness/service/raw.ts'
import { startOwnService } from '../harness/service/shared.ts'

const accounts = 12

/** The routes whose bodies may be large. */
const paths = ['/v1/knowledge/files?name=a.txt', '/v1/qpr-codes/bulk']

for (const path of paths) {
  test(`idle bodies of many accounts keep no other account from POST ${path}`, async (t) => {
    const service = await startOwnService(t)
    const keys: string[] = []
    for (let at = 0; at < accounts; at++) {
      const { id } = await createOrganization(service, { name: `Idle ${at}` })
      keys.push(await service.keyOf('owner', id, `idle-${at}@example.com`))
    }
    const open = async (key: string) => {
      const socket = await openSocket(service.address)
      t.after(() => socket.destroy())
      const lines = [
        `POST ${path} HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${key}`,
        'Content-Type: application/json',
        'Content-Length: 2000000',
      ]
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
      return socket
    }
    for (const key of keys) await Promise.all([open(key), open(key)])
    // The service has received all of them once it has answered a later request.
    await service.get('/v1/qpr-codes')
    const third = await readAnswer(await open(keys.at(-1) ?? ''))
    assertProblem(third, 429, 'too_many_large_bodies')
    assert.equal(third.headers.get('retry-after'), '1')
    const codes = [{ name: 'a', prompt: 'b' }]
    const rawBody = `{"codes":${JSON.stringify(codes)}${' '.repeat(300_000)}}`
    assert.equal((await service.request('POST', '/v1/qpr-codes/bulk', { rawBody })).status, 200)
    const text = 'The sauna is here. '.repeat(20_000)
    assert.equal((await addFile(service, 'a.txt', text)).status, 'ready')
  })
}
