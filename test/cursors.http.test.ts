// Forged cursors: no bytes of a caller reach a query, and none is a 500.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '../src/platform/kit/clock.ts'
import { sha256Hex } from '../src/platform/kit/ids.ts'
import { createLog } from '../src/platform/kit/log.ts'
import { createSecrets } from '../src/platform/kit/secrets.ts'
import { createApp } from '../src/service/app.ts'
import { checkSecret, masterSecret, unsignedCursorsUntil } from '../src/service/installation.ts'
import { assertInvalid } from './harness/checks/refusals.ts'
import { createCode, createOrganization } from './harness/data/given.ts'
import { type Service, startService } from './harness/service/service.ts'
import { shareThreads } from './harness/service/threads.ts'

const unsigned = (bound: unknown[], place: unknown) => {
  const text = Buffer.from(JSON.stringify(place)).toString('base64url')
  return `${text}.${sha256Hex(`${JSON.stringify(bound)} ${text}`).slice(0, 16)}`
}

/** Lists whose name and filter a caller can guess, with the types of their places. */
const guessed = async (service: Service) => {
  const id = await service.defaultOrganizationId()
  const code = await createCode(service)
  const organization = '/v1/organizations/:id'
  const at = (url: string) => url.replace(':id', url.includes('codes') ? code.id : id)
  return [
    { url: `${organization}/members`, bound: ['members', [id]], like: [''] },
    { url: `${organization}/invitations`, bound: ['invitations', [id]], like: [''] },
    { url: `${organization}/templates`, bound: ['templates', [id]], like: [''] },
    { url: '/v1/webhooks', bound: ['webhooks', [id]], like: [''] },
    { url: '/v1/jobs', bound: ['jobs', [id, undefined]], like: [''] },
    { url: '/v1/qpr-codes/:id/history', bound: ['versions', [code.id]], like: [0] },
  ].map((list) => ({ ...list, path: at(list.url) }))
}

const numbers = [0, -1, 2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
const texts = ['', 'a', '\u202e\u001b[31m', '𝕫'.repeat(300), "' or 1=1 --", '\uffff', '%']

test('a cursor that the service has not signed gets 422, whatever it contains', async (t) => {
  const service = await startService(t)
  for (const { path, bound, like } of await guessed(service)) {
    const places = [[null], [{}], [1e300], [0.5], ['\0'], ['\ud800'], [], [1, 2, 3], 'x', like]
    for (const place of places) {
      const cursor = encodeURIComponent(unsigned(bound, place))
      assertInvalid(await service.get(`${path}?cursor=${cursor}`), 'cursor')
    }
    for (const raw of ['%00', '%ff', 'W10.', '....', 'null', '%F0%9D%95%AB', 'a'.repeat(2001)]) {
      const { status } = await service.get(`${path}?cursor=${raw}`)
      assert.ok(status >= 400 && status < 500, `${path} ${raw}: ${status}`)
    }
  }
})

test('a query never fails on a place that has the types of its list', async (t) => {
  const service = await startService(t)
  const { tag } = createSecrets(masterSecret(service.config))
  for (const { path, url, bound, like } of await guessed(service)) {
    for (const part of typeof like[0] === 'number' ? numbers : texts) {
      const inner = unsigned(bound, [part])
      const cursor = encodeURIComponent(`${inner}.${tag('cursor', url, inner)}`)
      const { status, text } = await service.get(`${path}?cursor=${cursor}`)
      assert.equal(status, 200, `${path} after ${JSON.stringify(part)}: ${text}`)
    }
  }
})

test('a signed cursor is refused by another route and by another organization', async (t) => {
  const service = await startService(t)
  for (let i = 0; i < 3; i++) await service.keyOf('viewer', undefined, `v${i}@example.com`)
  const id = await service.defaultOrganizationId()
  const other = await createOrganization(service, { name: 'Elsewhere' })
  const { body } = await service.get<{ next_cursor: string }>(
    `/v1/organizations/${id}/members?cursor=&limit=1`,
  )
  const cursor = encodeURIComponent(body.next_cursor)
  const ofList = (path: string) => service.get(`${path}?cursor=${cursor}&limit=1`)
  assert.equal((await ofList(`/v1/organizations/${id}/members`)).status, 200)
  assertInvalid(await ofList(`/v1/organizations/${other.id}/members`), 'cursor')
  assertInvalid(await ofList(`/v1/organizations/${id}/invitations`), 'cursor')
})

/** The first status of each path, from a process that was started after an upgrade at this time. */
const statusesAfterUpgrade = async (service: Service, at: number, paths: string[]) => {
  const { database, config, key } = service
  await database.transaction(({ db }) =>
    db
      .updateTable('settings')
      .set({ value: String(at) })
      .where('name', '=', 'cursors_signed_at')
      .execute(),
  )
  const log = createLog('silent')
  const parts = { config, database, clock: database.clock, log, createThreads: shareThreads }
  const { server, close } = await createApp(parts)
  try {
    const headers = { authorization: `Bearer ${key}` }
    const answers = await Promise.all(paths.map((url) => server.inject({ url, headers })))
    return answers.map(({ statusCode }) => statusCode)
  } finally {
    await close()
  }
}

test('cursors of the version before are accepted for 24 hours after the upgrade', async (t) => {
  const service = await startService(t)
  const lists = await guessed(service)
  const right = lists.map(({ path, bound, like }) => `${path}?cursor=${unsigned(bound, like)}`)
  const wrong = lists.map(({ path, bound }) => `${path}?cursor=${unsigned(bound, [1e300])}`)
  const now = service.database.clock.now()
  const soon = await statusesAfterUpgrade(service, now - dayMs / 2, [...right, ...wrong])
  assert.deepEqual(soon, [...right.map(() => 200), ...wrong.map(() => 422)])
  const later = await statusesAfterUpgrade(service, now - dayMs - 1, [...right, ...wrong])
  assert.deepEqual([...new Set(later)], [422])
})

test('the first start after an upgrade begins the 24 hours, and later starts do not renew them', async (t) => {
  const { database, config } = await startService(t)
  const secrets = createSecrets(masterSecret(config))
  // A new database has no cursors of a version before.
  assert.equal(await unsignedCursorsUntil(database), dayMs)
  await database.transaction(({ db }) =>
    db.deleteFrom('settings').where('name', '=', 'cursors_signed_at').execute(),
  )
  for (const now of [5000, 9000]) {
    await checkSecret(database, secrets, now)
    assert.equal(await unsignedCursorsUntil(database), 5000 + dayMs)
  }
})

test('no text in the place of a token or of an event id is a 5xx', async (t) => {
  const service = await startService(t)
  const { short_id } = await createCode(service)
  const texts = ['x', '-1', '1e300', '9'.repeat(40), '9223372036854775808', '1-1e9', 'evt_', '%00']
  const odd = [...texts, 'a.b.c.d', '..', '%ff%fe', '%F0%9D%95%AB', '%ED%A0%80', 'x'.repeat(500)]
  for (const text of odd) {
    for (const path of [
      `/unsubscribe/${text}`,
      `/invitations/${text}`,
      `/signin/${text}`,
      `/signin/company/callback?state=${text}&code=${text}`,
      `/c/${text}`,
      `/c/${text}/events?after=${text}`,
      `/s/${short_id}/chat?lang=${text}`,
      `/v1/events?since=${text}`,
    ]) {
      const { status } = await service.get(path)
      assert.ok(status < 500, `${path}: ${status}`)
    }
  }
  for (const id of ['x', '-1', '1e300', '9'.repeat(40), '9223372036854775808', 'evt_ÿ']) {
    for (const path of ['/v1/scans/stream', '/v1/events/stream']) {
      const response = await fetch(`${service.address}${path}`, {
        headers: { Authorization: `Bearer ${service.key}`, 'Last-Event-ID': id },
      })
      await response.body?.cancel()
      assert.ok(response.status < 500, `${path} after ${id}: ${response.status}`)
    }
  }
})
