// The limit to compare with: node:http alone, answering the same bytes.
import { createServer } from 'node:http'

process.on('message', (answer: { headers: Record<string, string>; body: string }) => {
  const body = Buffer.from(answer.body)
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.writeHead(200, answer.headers)
      response.end(body)
    })
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
