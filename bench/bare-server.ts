// The limit to compare with: node:http alone, sending the same bytes.
import { createServer } from 'node:http'

export interface BareAnswer {
  status: number
  headers: Record<string, string>
  /** In base64. */
  body: string
}

process.on('message', (answer: BareAnswer) => {
  const body = Buffer.from(answer.body, 'base64')
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.writeHead(answer.status, answer.headers)
      response.end(body)
    })
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
