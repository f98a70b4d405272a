import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuMs, residentMegabytes } from './compare.ts'
import type { TalkLoad, TalkResult } from './conversation.load.ts'
import { type RunningService, startService } from './processes.ts'
import { report } from './report.ts'
import { createCode, eventLoopDelayMs } from './requests.ts'

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Streamed answers: added delay, number at the same time, cost. */
export const bench = async () => {
  const provider = await startProvider()
  const service = await startService({
    QPR_AI_MODEL: 'compatible:bench',
    QPR_AI_BASE_URL: provider.url,
    QPR_LIMIT_OPENINGS_PER_MINUTE: '1000000',
    QPR_LIMIT_TOKENS_PER_DAY: '1000000000',
    QPR_LIMIT_MESSAGES_PER_MINUTE: '1000',
    QPR_LIMIT_STREAMS: '20000,20000',
  })
  const { short_id: shortId } = await createCode(service)
  await firstToken(service, provider.url, shortId)
  await manyAtOnce(service, provider.url, shortId)
  await cpuPerAnswer(service, provider.url, shortId)
  await manySilent(service, provider.url, shortId)
  await service.stop()
  provider.stop()
}

const startProvider = async () => {
  const child = fork(script('conversation.provider.ts'))
  const [address] = await once(child, 'message')
  return { url: `http://127.0.0.1:${address.port}/v1`, stop: () => child.kill() }
}

const talk = async (load: TalkLoad): Promise<TalkResult> => {
  const child = fork(script('conversation.load.ts'))
  child.send(load)
  const [result] = await once(child, 'message')
  return result as TalkResult
}

/** Time to the first word through the service, minus the time of a direct call of the provider. */
const firstToken = async (service: RunningService, provider: string, shortId: string) => {
  const load = { address: service.address, shortId, provider, talks: 200, together: 1, silent: 0 }
  await talk({ ...load, talks: 20, direct: false })
  const direct = await talk({ ...load, direct: true })
  const ours = await talk({ ...load, talks: 25, questions: 8, direct: false })
  const p50 = ours.firstP50Ms - direct.firstP50Ms
  const p99 = ours.firstP99Ms - direct.firstP99Ms
  const text = `p50 +${p50.toFixed(1)}, p99 +${p99.toFixed(1)} ms`
  report(
    'first token, later than from the provider',
    text,
    'p50 ≤ 3, p99 < 40',
    p50 <= 3 && p99 < 40,
  )
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

const manySilent = async (service: RunningService, provider: string, shortId: string) => {
  const load = { address: service.address, shortId, provider, direct: false }
  const running = talk({ ...load, talks: 1, together: 1, silent: 10_000, slow: true })
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, residentMegabytes(service))
  }, 250)
  const { complete } = await running
  clearInterval(timer)
  const text = `${most} MB, ${complete} answer beside them`
  report('resident memory with 10,000 silent streams', text, '≤ 350 MB', most <= 350)
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
