import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { operationsOf } from '../../../../test/harness/checks/document.ts'
import {
  noon,
  open,
  plantConversation,
  plantConversations,
} from '../../../../test/harness/data/conversations.ts'
import { createCode } from '../../../../test/harness/data/given.ts'
import { plantLeads } from '../../../../test/harness/data/leads.ts'
import { idAt } from '../../../../test/harness/data/planted.ts'
import { plantScans } from '../../../../test/harness/data/planted-scans.ts'
import { asking } from '../../../../test/harness/data/talk.ts'
import { type Provider, startProvider } from '../../../../test/harness/providers/provider.ts'
import { closed, openSocket } from '../../../../test/harness/service/raw.ts'
import { type Service, startService } from '../../../../test/harness/service/service.ts'
import { sha256Hex } from '../../kit/ids.ts'
import type { OpenApiDocument } from '../openapi/document.ts'

/** Far more than the network buffers for a receiver that does not read. */
const answerBytes = 16 * 2 ** 20
const rows = 1000
const large = 'x'.repeat(answerBytes / rows)

/** A page of the longest rows here, plus the buffers of streams. */
const maxWaiting = 6 * 2 ** 20

interface Given {
  service: Service
  provider: Provider
}

type Request = { path: string; headers?: string; body?: string }

/** A request with a response of that length for each operation. */
const requests: Record<string, (given: Given) => Promise<Request>> = {
  streamScans: async ({ service }) => ({
    path: '/v1/scans/stream',
    headers: `Last-Event-ID: ${await plantLargeScans(service)}\r\n`,
  }),
  exportScans: async ({ service }) => {
    await plantLargeScans(service)
    return { path: '/v1/scans/export?format=jsonl&from=2020-01-01T00:00:00Z' }
  },
  streamEvents: async ({ service }) => {
    const organization_id = await service.defaultOrganizationId()
    const events = Array.from({ length: rows }, (_, index) => ({
      id: idAt('evt', noon + index),
      organization_id,
      type: 'scan.created',
      body: JSON.stringify({ large }),
      created_at: noon + index,
    }))
    await service.database.transaction(async ({ db }) => {
      for (let at = 0; at < rows; at += 100) {
        await db
          .insertInto('events')
          .values(events.slice(at, at + 100))
          .execute()
      }
    })
    return { path: '/v1/events/stream', headers: `Last-Event-ID: ${events[0]?.id}\r\n` }
  },
  exportAuditEntries: async ({ service }) => {
    const organizationId = await service.defaultOrganizationId()
    const entries = Array.from({ length: rows }, (_, index) => ({
      id: idAt('aud', noon + index),
      organization_id: organizationId,
      action: 'updateQprCode',
      target_id: null,
      target_name: large,
      fields: '[]',
      via: 'key' as const,
      user_id: null,
      email: null,
      key_id: null,
      key_name: null,
      browser: null,
      country: null,
      created_at: noon + index,
    }))
    await service.database.transaction(async ({ db }) => {
      for (let at = 0; at < rows; at += 100) {
        await db
          .insertInto('audit_entries')
          .values(entries.slice(at, at + 100))
          .execute()
      }
    })
    const path = `/v1/organizations/${organizationId}/audit/export`
    return { path: `${path}?format=jsonl&from=2020-01-01T00:00:00Z` }
  },
  exportConversations: async ({ service }) => {
    const talks = Array.from({ length: rows / 10 }, () => ({ said: ['?', large.repeat(10)] }))
    await plantConversations(service, await createCode(service), talks)
    return { path: '/v1/conversations/export?format=csv&from=2020-01-01T00:00:00Z' }
  },
  exportLeads: async ({ service }) => {
    await plantLeads(service, 2 * rows, large.slice(0, 1000))
    return { path: '/v1/leads/export?format=jsonl' }
  },
  followConversation: async ({ service }) => {
    const token = 'a'.repeat(43)
    const said = Array.from({ length: rows / 5 }, (_, index) =>
      index % 2 ? large.repeat(10) : '?',
    )
    const talk = { ...open, said, token_hash: sha256Hex(token) }
    await plantConversation(service, await createCode(service), talk)
    return { path: `/c/${token}/events`, headers: 'Last-Event-ID: 1-0\r\n' }
  },
  previewAnswer: async ({ provider }) => {
    provider.answerWith({ tokens: Array.from({ length: rows }, () => large) })
    const messages = [{ role: 'visitor', text: 'Hello' }]
    const body = JSON.stringify({ name: 'Hotel', prompt: 'Be brief.', messages })
    return { path: '/v1/qpr-codes/preview-answer', body }
  },
}

/** Returns the id of the first. */
const plantLargeScans = async (service: Service): Promise<number> => {
  const code = await createCode(service)
  const scans = Array.from({ length: rows }, () => ({ code, at: noon, city: large }))
  const [first = 0] = await plantScans(service, scans)
  return first
}

/** Sends a request and never reads. Returns the server's end of the connection. */
const askWithoutReading = async (service: Service, method: string, request: Request) => {
  const connected = once(service.httpServer, 'connection')
  const socket = await openSocket(service.address)
  socket.pause()
  const [place] = (await connected) as [Socket]
  const { path, headers = '', body = '' } = request
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`,
  )
  return { socket, place }
}

/** Resolves when the server has disconnected, with the maximum that was buffered until then. */
const watch = async (name: string, { socket, place }: { socket: Socket; place: Socket }) => {
  let waiting = 0
  const look = setInterval(() => {
    waiting = Math.max(waiting, place.writableLength)
  }, 20)
  await closed(place)
  clearInterval(look)
  socket.destroy()
  return { name, waiting, written: place.bytesWritten }
}

const longAnswers = /event-stream|csv|jsonl/

test('a client that does not read is disconnected, and at most one page is buffered for it', async (t) => {
  const provider = await startProvider(t)
  const settings = { ...asking(provider), QPR_SLOW_READER_SECONDS: '1' }
  const service = await startService(t, { settings })
  const { body: document } = await service.get<OpenApiDocument>('/openapi.json', { key: null })
  const operations = operationsOf(document).filter(({ operation }) =>
    Object.values(operation.responses ?? {}).some((response) =>
      Object.keys('content' in response ? (response.content ?? {}) : {}).some((type) =>
        longAnswers.test(type),
      ),
    ),
  )
  const names = operations.map(({ operation }) => operation.operationId ?? '')
  assert.deepEqual(names.toSorted(), Object.keys(requests).toSorted())

  const given = { service, provider }
  const readers = []
  for (const { method, operation } of operations) {
    const name = operation.operationId ?? ''
    const request = await requests[name]?.(given)
    assert.ok(request)
    readers.push(watch(name, await askWithoutReading(service, method, request)))
  }
  const ends = await Promise.all(readers)
  for (const { name, waiting, written } of ends) {
    assert.ok(waiting > 0, `${name}: its answer is too short for this test`)
    assert.ok(waiting < maxWaiting, `${name}: ${waiting} bytes waited`)
    assert.ok(written < answerBytes * 0.75, `${name}: ${written} bytes were written`)
  }
})
