// A provider in a separate process: 50 tokens at once, or 20 a second when the question asks for it.
// It tells when it sent the first token of each answer.
import { createServer } from 'node:http'

export const answerTokens = Array.from({ length: 50 }, (_, n) => `word${n} `)

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'chat',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'bench',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`

const usage = `data: ${JSON.stringify({
  id: 'chat',
  object: 'chat.completion.chunk',
  created: 0,
  model: 'bench',
  choices: [],
  usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
})}\n\ndata: [DONE]\n\n`

/** By the clock that all processes share. */
let firstAt: number[] = []

process.on('message', () => {
  process.send?.(firstAt)
  firstAt = []
})

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text: string) => {
    body += text
  })
  request.on('end', () => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    const isSlow = body.includes('slowly')
    let n = 0
    firstAt.push(performance.timeOrigin + performance.now())
    const next = () => {
      do {
        response.write(chunk({ role: 'assistant', content: answerTokens[n] }))
        n += 1
      } while (!isSlow && n < answerTokens.length)
      if (n < answerTokens.length) return void setTimeout(next, 50)
      response.end(chunk({}, 'stop') + usage)
    }
    next()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
