import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { type RunningService, startService } from '../processes.ts'
import { report } from '../report.ts'
import { eventLoopDelayMs, headers } from '../requests.ts'
import type { Document } from './documents.ts'

const targetPages = 500
const maxMs = 60_000
const maxDelayMs = 50
const askAgainMs = 100

/** Uploads the manuals to a service and waits until it answers from them. */
export const benchProcessing = async (documents: Document[]) => {
  const service = await startService()
  try {
    // The first request of each kind compiles its schemas.
    await pagesWhenReady(service, await upload(service, small))
    await eventLoopDelayMs(service)
    const idle = monitorEventLoopDelay({ resolution: 10 })
    idle.enable()
    const startedAt = performance.now()
    const ids: string[] = []
    for (const document of documents) ids.push(await upload(service, document))
    let pages = 0
    for (const id of ids) pages += await pagesWhenReady(service, id)
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
  } finally {
    await service.stop()
  }
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

const pagesWhenReady = async (service: RunningService, id: string): Promise<number> => {
  for (;;) {
    const response = await fetch(`${service.address}/v1/knowledge/${id}`, { headers })
    const source = (await response.json()) as { status: string; reason: string; pages: number }
    if (source.status === 'ready') return source.pages
    if (source.status !== 'processing') throw new Error(`The source failed: ${source.reason}`)
    await wait(askAgainMs)
  }
}
