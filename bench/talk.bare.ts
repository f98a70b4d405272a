// Silent streams of a bare node:http server, in a separate process.
import { createServer } from 'node:http'

const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
  response.write(': open\n\n')
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
