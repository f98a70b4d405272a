import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuMs, residentMegabytes } from './compare.ts'
import { type RunningService, startService } from './processes.ts'
import { report } from './report.ts'
import { createCode, eventLoopDelayMs } from './requests.ts'
import type { TalkLoad, TalkResult } from './talk.load.ts'

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Streamed answers: added delay, number at the same time, cost. */
export const bench = async () => {
  const provider = await startProvider()
  const service = await startTalking(provider)
  const { short_id: shortId } = await createCode(service)
  await firstToken(service, provider, shortId)
  await manyAtOnce(service, provider.url, shortId)
  await cpuPerAnswer(service, provider.url, shortId)
  await service.stop()
  // A new one, because V8 keeps memory of the load before.
  const quiet = await startTalking(provider)
  await manySilent(quiet, provider.url, (await createCode(quiet)).short_id)
  await quiet.stop()
  provider.stop()
}

export const settingsOfTalks = ({ url }: Provider) => ({
  QPR_AI_MODEL: 'compatible:bench',
  QPR_AI_BASE_URL: url,
  QPR_LIMIT_OPENINGS_PER_MINUTE: '1000000',
  QPR_LIMIT_TOKENS_PER_DAY: '1000000000',
  QPR_LIMIT_MESSAGES_PER_MINUTE: '1000',
  QPR_LIMIT_STREAMS: '20000,20000',
})

const startTalking = (provider: Provider) => startService(settingsOfTalks(provider))

export const startProvider = async () => {
  const child = fork(script('talk.provider.ts'))
  const [address] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    /** When it sent the first token of each answer since the last call. */
    async firstTokens(): Promise<number[]> {
      child.send('first tokens')
      const [times] = await once(child, 'message')
      return times
    },
    stop: () => child.kill(),
  }
}

type Provider = Awaited<ReturnType<typeof startProvider>>

export const talk = async (load: TalkLoad): Promise<TalkResult> => {
  const child = fork(script('talk.load.ts'))
  child.send(load)
  const [result] = await once(child, 'message')
  return result as TalkResult
}

/**
 * From the first token of the provider to the first token at the visitor. And from the question to
 * the first token, beyond a direct call of the provider: this includes storing the question.
 */
const firstToken = async (service: RunningService, provider: Provider, shortId: string) => {
  const { address } = service
  const load = { address, shortId, provider: provider.url, talks: 200, together: 1, silent: 0 }
  await talk({ ...load, talks: 20, direct: false })
  const direct = await talk({ ...load, direct: true })
  await provider.firstTokens()
  const ours = await talk({ ...load, talks: 25, questions: 8, direct: false })
  const sentAt = await provider.firstTokens()
  const delays = ours.firstAt.map((at, n) => at - (sentAt[n] ?? 0)).sort((a, b) => a - b)
  const at = (share: number) => delays[Math.floor(delays.length * share)] ?? 0
  report(
    'first token, after it left the provider',
    `p50 +${at(0.5).toFixed(1)}, p99 +${at(0.99).toFixed(1)} ms`,
    'p50 ≤ 3, p99 < 40',
    at(0.5) <= 3 && at(0.99) < 40,
  )
  const p50 = ours.firstP50Ms - direct.firstP50Ms
  const p99 = ours.firstP99Ms - direct.firstP99Ms
  const text = `p50 +${p50.toFixed(1)}, p99 +${p99.toFixed(1)} ms`
  report('question to first token, beyond a direct call', text, 'stated', true)
}

const manyAtOnce = async (service: RunningService, provider: string, shortId: string) => {
  const load = { address: service.address, shortId, provider, direct: false }
  const answers = 500
  const { complete, failures } = await talk({
    ...load,
    talks: answers,
    together: answers,
    silent: 0,
    slow: true,
  })
  const isWhole = complete === answers && failures === 0
  report('500 answers at once, 20 tokens a second each', `${complete} whole`, '500', isWhole)
  const lag = await eventLoopDelayMs(service)
  report('event-loop delay, p99', `${lag.toFixed(1)} ms`, '< 100 ms', lag < 100)
}

const silentStreams = 10_000

const manySilent = async (service: RunningService, provider: string, shortId: string) => {
  const load = { address: service.address, shortId, provider, direct: false, slow: true }
  const before = residentMegabytes(service)
  const running = talk({ ...load, talks: 1, together: 1, silent: silentStreams })
  let maximum = 0
  const timer = setInterval(() => {
    maximum = Math.max(maximum, residentMegabytes(service))
  }, 250)
  const { complete } = await running
  clearInterval(timer)
  const each = (((maximum - before) * 1024) / silentStreams).toFixed(1)
  const text = `${maximum} MB, ${complete} answer beside them`
  const detail = `${each} KB a stream, ${await bareStreamKilobytes(load)} KB in a bare node:http`
  report('resident memory with 10,000 silent streams', text, '≤ 350 MB', maximum <= 350, detail)
}

/** What Node itself needs for a request, its response and its socket. */
const bareStreamKilobytes = async (load: Omit<TalkLoad, 'talks' | 'together' | 'silent'>) => {
  const child = fork(script('talk.bare.ts'), { execArgv: ['--max-semi-space-size=16'] })
  const [address] = await once(child, 'message')
  const open = async (silent: number) => {
    const silentUrl = `http://127.0.0.1:${address.port}/c/${'t'.repeat(43)}/events`
    let maximum = 0
    const timer = setInterval(() => {
      maximum = Math.max(maximum, residentMegabytes({ child }))
    }, 50)
    await talk({ ...load, silentUrl, silent, talks: 0, together: 0 })
    clearInterval(timer)
    return maximum
  }
  // The first ones fill the young generation, which stays in memory.
  const before = await open(1000)
  const after = await open(silentStreams)
  child.kill()
  return (((after - before) * 1024) / (silentStreams - 1000)).toFixed(1)
}

/** Processor time of one answer, stored and followed, against a loop that reads the same stream. */
const cpuPerAnswer = async (service: RunningService, provider: string, shortId: string) => {
  const load = { address: service.address, shortId, provider, together: 50, silent: 0 }
  const answers = 800
  const before = cpuMs(service.child.pid ?? 0)
  await talk({ ...load, talks: answers / 8, questions: 8, direct: false })
  const ours = (cpuMs(service.child.pid ?? 0) - before) / answers
  const { cpuMsPerTalk: bare } = await talk({ ...load, talks: answers, direct: true })
  const ratio = ours / bare
  const text = `${ratio.toFixed(2)} (${ours.toFixed(2)} of ${bare.toFixed(2)} ms)`
  report('processor time of an answer', text, '≤ 2.1 of a bare fetch loop', ratio <= 2.1)
}
