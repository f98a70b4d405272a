// Visitors in a separate process: each opens a conversation, follows it, and sends messages.
import { Agent, get, request } from 'node:http'

export interface TalkLoad {
  address: string
  shortId: string
  provider: string
  talks: number
  together: number
  /** Open streams without messages. */
  silent: number
  /** Where the silent streams are opened instead, for comparison. */
  silentUrl?: string
  /** Calls the provider directly, for comparison. */
  direct: boolean
  slow?: boolean
  /** In each conversation. */
  questions?: number
}

export interface TalkResult {
  complete: number
  failures: number
  firstP50Ms: number
  firstP99Ms: number
  /** When the first token of each answer arrived, by the clock that all processes share. */
  firstAt: number[]
  cpuMsPerTalk: number
}

const answer = Array.from({ length: 50 }, (_, n) => `word${n} `).join('')
const agent = new Agent({ keepAlive: true, maxSockets: 12_000 })

const post = (url: string, body?: object): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    const text = body ? JSON.stringify(body) : ''
    const headers = body ? { 'Content-Type': 'application/json' } : {}
    const outgoing = request(url, { method: 'POST', headers, agent }, (response) => {
      let received = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        received += chunk
      })
      response.on('end', () => resolve(received === '' ? {} : JSON.parse(received)))
    })
    outgoing.on('error', reject)
    outgoing.end(text)
  })

/** Follows a conversation; calls back for each event. */
const follow = (url: string, event: (name: string, data: { text?: string }) => void) =>
  new Promise<() => void>((resolve, reject) => {
    const outgoing = get(url, { agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const [, name, data] = /event: (\w+)\ndata: (.*)$/.exec(block) ?? []
          if (name && data) event(name, JSON.parse(data))
        }
      })
      resolve(() => outgoing.destroy())
    })
    outgoing.on('error', reject)
  })

/** A conversation with several questions, followed from its start. */
const throughService = async ({ address, shortId, slow, questions = 1 }: TalkLoad) => {
  const { token } = await post(`${address}/s/${shortId}/conversations`)
  let ended = Promise.withResolvers<void>()
  let text = ''
  let firstAt = 0
  const leave = await follow(`${address}/c/${token}/events`, (name, data) => {
    if (name === 'delta') {
      firstAt ||= performance.now()
      text += data.text
    } else ended.resolve()
  })
  const results: Answered[] = []
  for (let n = 0; n < questions; n++) {
    ended = Promise.withResolvers<void>()
    text = ''
    firstAt = 0
    const askedAt = performance.now()
    await post(`${address}/c/${token}/messages`, { text: slow ? 'Tell me slowly.' : 'Tell me.' })
    await ended.promise
    results.push({ isWhole: text === answer, firstMs: firstAt - askedAt, firstAt })
  }
  leave()
  return results
}

interface Answered {
  isWhole: boolean
  firstMs: number
  firstAt: number
}

const directly = async ({ provider }: TalkLoad) => {
  const askedAt = performance.now()
  const response = await fetch(`${provider}/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ stream: true, messages: [{ role: 'user', content: 'Tell me.' }] }),
  })
  let firstAt = 0
  let rest = ''
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      if (block === 'data: [DONE]') continue
      const { choices } = JSON.parse(block.slice(6)) as {
        choices: { delta: { content?: string } }[]
      }
      const content = choices[0]?.delta.content
      if (!content) continue
      firstAt ||= performance.now()
      text += content
    }
  }
  return [{ isWhole: text === answer, firstMs: firstAt - askedAt, firstAt }]
}

/** The stream of a new conversation. */
const urlOfNew = async ({ address, shortId }: TalkLoad): Promise<string> => {
  const { token } = await post(`${address}/s/${shortId}/conversations`)
  return `${address}/c/${token}/events`
}

const run = async (load: TalkLoad): Promise<TalkResult> => {
  const silent: (() => void)[] = []
  for (let n = 0; n < load.silent; n++) {
    silent.push(await follow(load.silentUrl ?? (await urlOfNew(load)), () => undefined))
  }
  const times: number[] = []
  const firstAt: number[] = []
  let complete = 0
  let failures = 0
  let left = load.talks
  const before = process.cpuUsage()
  const visitor = async () => {
    while (left > 0) {
      left -= 1
      for (const one of await (load.direct ? directly(load) : throughService(load))) {
        times.push(one.firstMs)
        firstAt.push(performance.timeOrigin + one.firstAt)
        if (one.isWhole) complete += 1
        else failures += 1
      }
    }
  }
  await Promise.all(Array.from({ length: load.together }, visitor))
  const { user, system } = process.cpuUsage(before)
  for (const leave of silent) leave()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return {
    complete,
    failures,
    firstP50Ms: at(0.5),
    firstP99Ms: at(0.99),
    firstAt,
    cpuMsPerTalk: (user + system) / 1000 / load.talks,
  }
}

process.on('message', async (load: TalkLoad) => {
  process.send?.(await run(load))
  process.disconnect()
})
