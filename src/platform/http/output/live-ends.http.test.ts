import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createKey,
  createOrganization,
  memberWith,
  type NewKey,
} from '../../../../test/harness/data/given.ts'
import { followStream } from '../../../../test/harness/receivers/live-stream.ts'
import { fakeClock, type Service, startService } from '../../../../test/harness/service/service.ts'
import { signIn } from '../../../../test/harness/service/session.ts'
import { hourMs, minuteMs } from '../../kit/clock.ts'

interface Given {
  service: Service
  organizationId: string
  clock: ReturnType<typeof fakeClock>
}

/** The caller of the stream, and the change that ends its permission. */
interface Case {
  who: (given: Given) => Promise<{ key: string | null; cookie?: string }>
  end: (given: Given) => Promise<unknown>
  /** Only the stream of events needs a role above viewer. */
  eventsOnly?: boolean
}

const email = 'editor@example.com'
const memberKey = async ({ service, organizationId }: Given) => ({
  key: await service.keyOf('editor', organizationId, email),
})
const memberPath = async ({ service, organizationId }: Given) => {
  const { id } = await memberWith(service, organizationId, email)
  return `/v1/organizations/${organizationId}/members/${id}`
}

let made: NewKey
const ownKey =
  (fields = {}): Case['who'] =>
  async ({ service }) => {
    made = await createKey(service, fields)
    return made
  }
const rotate =
  (grace_seconds: number): Case['end'] =>
  async ({ service }) =>
    assert.equal(
      (await service.post(`/v1/api-keys/${made.id}/rotate`, { grace_seconds })).status,
      200,
    )
const session: Case['who'] = async ({ service }) => ({
  key: null,
  cookie: await signIn(service, 'owner@localhost'),
})

const cases: Record<string, Case> = {
  'its key is rotated without grace': { who: ownKey(), end: rotate(0) },
  'the grace of the rotation of its key ends': {
    who: ownKey(),
    async end(given) {
      await rotate(60)(given)
      given.clock.advance(minuteMs)
    },
  },
  'its key is revoked': {
    who: ownKey(),
    end: ({ service }) => service.delete(`/v1/api-keys/${made.id}`),
  },
  'its key expires': {
    who: ownKey({ expires_at: '2026-01-31T13:00:00Z' }),
    end: async ({ clock }) => clock.advance(hourMs),
  },
  'its user signs out everywhere': {
    who: session,
    async end({ service }) {
      const { body } = await service.get<{ sessions: { id: string }[] }>('/v1/sessions')
      for (const { id } of body.sessions) await service.delete(`/v1/sessions/${id}`)
    },
  },
  'its member is removed': {
    who: memberKey,
    end: async (given) => given.service.delete(await memberPath(given)),
  },
  'its member becomes a viewer': {
    who: memberKey,
    end: async (given) => given.service.patch(await memberPath(given), { role: 'viewer' }),
    eventsOnly: true,
  },
  'its organization is deleted': {
    who: memberKey,
    end: ({ service, organizationId }) => service.delete(`/v1/organizations/${organizationId}`),
  },
}

for (const [name, { who, end, eventsOnly }] of Object.entries(cases)) {
  test(`a live stream ends when ${name}`, async (t) => {
    const clock = fakeClock('2026-01-31T12:00:00Z')
    const service = await startService(t, { clock })
    const { id: organizationId } = await createOrganization(service)
    const given = { service, organizationId, clock }
    const { key, cookie } = await who(given)
    const follow = (path: string) =>
      followStream(
        { address: service.address, key },
        `${path}?organization_id=${organizationId}`,
        cookie ? { cookie } : {},
      )
    const paths = eventsOnly ? ['/v1/events/stream'] : ['/v1/events/stream', '/v1/scans/stream']
    const streams = await Promise.all(paths.map(follow))
    await end(given)
    for (const stream of streams) assert.equal(await stream.next(), null)
  })
}

test('a live stream continues during the grace period of a rotation', async (t) => {
  const service = await startService(t)
  const { id, key } = await createKey(service)
  const stream = await followStream({ address: service.address, key }, '/v1/events/stream')
  await service.post(`/v1/api-keys/${id}/rotate`, { grace_seconds: 60 })
  await service.post('/v1/qpr-codes', { name: 'Bar', prompt: 'You are the host.' })
  assert.equal((await stream.next())?.event, 'qpr_code.created')
  stream.close()
})
