// Several processes of one service, each with a clock and a network that can be wrong.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Environment } from '../../../src/service/config/config.ts'
import { eventually } from '../checks/eventually.ts'
import { assertNoEventLost } from '../receivers/delivered.ts'
import type { Receiver } from '../receivers/receiver.ts'
import { freePort } from './ports.ts'
import { newDatabase } from './postgres.ts'
import { newMachine, type RunningService } from './process.ts'

/** Settings of a process whose system clock is wrong. */
export const shiftedBy = (seconds: number, jumpSeconds = 0): Environment => ({
  // As a URL, because a space in a path would end the option.
  NODE_OPTIONS: `--import=${new URL('shifted-clock.ts', import.meta.url)}`,
  CLOCK_SHIFT_SECONDS: String(seconds),
  CLOCK_JUMP_SECONDS: String(jumpSeconds),
})

export interface Member {
  service: RunningService
  /** Starts it again on the same port, after it has ended. */
  restart(): Promise<void>
}

interface ClusterOptions {
  /** For all processes. */
  settings?: Environment
  /** One process for each entry. */
  each: Environment[]
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

export const startCluster = async (t: TestContext, serverUrl: string, options: ClusterOptions) => {
  const machine = await newMachine(t)
  const databaseUrl = await newDatabase(serverUrl)
  const common = {
    DATABASE_URL: databaseUrl,
    QPR_SECRET: 'the-same-for-all-of-them',
    QPR_LOG_LEVEL: 'warn',
    ...options.settings,
  }
  const startMember = async (own: Environment): Promise<Member> => {
    const settings = { ...common, PORT: String(await freePort()), ...own }
    const member = {
      service: await machine.serve(settings),
      async restart() {
        member.service = await machine.serve(settings)
      },
    }
    return member
  }
  const members = await Promise.all(options.each.map(startMember))
  return {
    machine,
    databaseUrl,
    members,
    common,
    addresses: members.map(({ service }) => service.address),
    /** The log lines of all processes that ever ran. */
    member(index: number): Member {
      const found = members[index]
      assert.ok(found)
      return found
    },
  }
}

const deliveryIds = (receiver: Receiver) =>
  receiver.requests.map(({ headers }) => String(headers['x-service-delivery']))

/** Deliveries that arrived more than once, with their number. */
export const sentTwice = (receiver: Receiver): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const id of deliveryIds(receiver)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return new Map([...counts].filter(([, count]) => count > 1))
}

export const allDelivered = (databaseUrl: string, receiver: Receiver, withinMs?: number) =>
  eventually(async () => {
    const received = receiver.requests.map(({ body }) => body)
    const { pending, delivered } = await assertNoEventLost(databaseUrl, received)
    assert.equal(pending, 0)
    return delivered
  }, withinMs)
