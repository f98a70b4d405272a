import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { type RunningService, startService } from '../processes.ts'
import { report } from '../report.ts'
import { eventLoopDelayMs, headers } from '../requests.ts'
import type { Document } from './documents.ts'

const targetPages = 500
const maxMs = 60_000
const maxDelayMs = 50
const maxSearchMs = 30
const askAgainMs = 100

/** Uploads the documents to a service, waits until it answers from them, and asks the questions. */
export const benchProcessing = async (
  documents: Pick<Document, 'title' | 'bytes'>[],
  questions: string[],
) => {
  const service = await startService()
  try {
    // The first request of each kind compiles its schemas.
    await pagesWhenReady(service, await upload(service, small))
    await eventLoopDelayMs(service)
    const idle = monitorEventLoopDelay({ resolution: 10 })
    idle.enable()
    const before = memoryOf(service)
    let most = before
    const startedAt = performance.now()
    const ids: string[] = []
    for (const document of documents) ids.push(await upload(service, document))
    let pages = 0
    const watch = () => {
      most = Math.max(most, memoryOf(service))
    }
    for (const id of ids) pages += await pagesWhenReady(service, id, watch)
    const ms = performance.now() - startedAt
    const delay = await eventLoopDelayMs(service, 'max')
    const forTarget = (ms * targetPages) / pages
    report(
      `${targetPages} pages of PDF, from the upload until they are in use`,
      `${(forTarget / 1000).toFixed(1)} s`,
      `< ${maxMs / 1000} s`,
      forTarget < maxMs,
      `${pages} pages in ${(ms / 1000).toFixed(1)} s`,
    )
    report(
      'the longest delay of the event loop meanwhile',
      `${delay.toFixed(0)} ms`,
      `< ${maxDelayMs} ms`,
      delay < maxDelayMs,
      `${(idle.max / 1e6).toFixed(0)} ms in the process of the bench, which only waits`,
    )
    const ready = memoryOf(service)
    const times: number[] = []
    for (const q of questions) {
      const askedAt = performance.now()
      const query = new URLSearchParams({ q })
      const found = await fetch(`${service.address}/v1/knowledge/search?${query}`, { headers })
      await found.json()
      times.push(performance.now() - askedAt)
    }
    // The first search builds the index.
    const [built = 0, ...searches] = times
    searches.sort((a, b) => a - b)
    const p95 = searches[Math.floor(searches.length * 0.95)] ?? 0
    const delayOfSearches = await eventLoopDelayMs(service, 'max')
    report(
      `a search in ${pages} pages over HTTP, p95`,
      `${p95.toFixed(1)} ms`,
      `at most ${maxSearchMs} ms`,
      p95 <= maxSearchMs,
      `${searches.length} questions, median ${(searches[searches.length >> 1] ?? 0).toFixed(1)} ms; ` +
        `the first, with the index, ${built.toFixed(0)} ms; event loop ${delayOfSearches.toFixed(0)} ms`,
    )
    const used = memoryOf(service)
    report(
      'memory of the service and its child processes',
      `${used} MB`,
      'no target',
      true,
      `${before} MB before, ${most} MB at most while reading, ${ready} MB after it`,
    )
  } finally {
    await service.stop()
  }
}

/** The resident memory of a process and its children in MB; 0 where there is no /proc. */
const memoryOf = ({ child: { pid } }: RunningService): number => {
  const of = (id: string): number => {
    try {
      const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]
      const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').split(' ')
      const others = children.filter(Boolean).map(of)
      return Number(kilobytes ?? 0) / 1024 + others.reduce((sum, one) => sum + one, 0)
    } catch {
      // The process has ended meanwhile.
      return 0
    }
  }
  return Math.round(of(String(pid)))
}

const small = { title: 'House', bytes: Buffer.from('The sauna is in the basement.') }

const upload = async (
  service: RunningService,
  { title, bytes }: Pick<Document, 'title' | 'bytes'>,
): Promise<string> => {
  const name = encodeURIComponent(`${title}.pdf`)
  const response = await fetch(`${service.address}/v1/knowledge/files?name=${name}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  const source = (await response.json()) as { id: string }
  if (!response.ok) throw new Error(`The upload failed: ${JSON.stringify(source)}`)
  return source.id
}

const pagesWhenReady = async (
  service: RunningService,
  id: string,
  watch: () => void = () => {},
): Promise<number> => {
  for (;;) {
    const response = await fetch(`${service.address}/v1/knowledge/${id}`, { headers })
    const source = (await response.json()) as { status: string; reason: string; pages: number }
    if (source.status === 'ready') return source.pages
    if (source.status !== 'processing') throw new Error(`The source failed: ${source.reason}`)
    watch()
    await wait(askAgainMs)
  }
}
