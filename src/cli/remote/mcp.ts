import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { CallApi } from '../../platform/http/mcp/endpoint.ts'
import { createMcpServer } from '../../platform/http/mcp/server.ts'
import { ToolError } from '../../platform/http/mcp/tool.ts'
import type { OpenApiDocument } from '../../platform/http/openapi/document.ts'
import { ownerOffers } from '../../service/mcp/tools.ts'
import { CommandError, note } from '../command.ts'
import { type ServiceOptions, targetWithKey, transportTo } from './target.ts'

/** Runs until the assistant closes standard input. */
export const mcp = async (options: ServiceOptions) => {
  const send = transportTo(targetWithKey(options))
  const failed = (error: unknown) =>
    note(`qpr: ${error instanceof Error ? error.stack : String(error)}`)
  const document = await send({ method: 'GET', path: '/openapi.json' }, (response) =>
    response.json(),
  )
  const offerWith = ownerOffers(document as OpenApiDocument)
  serveStdio(() => createMcpServer(offerWith(callsTo(send), failed)), { onerror: failed })
}

const callsTo =
  (send: ReturnType<typeof transportTo>): CallApi =>
  async (call) => {
    try {
      const text = await send(call, (response) => response.text())
      return text === '' ? {} : JSON.parse(text)
    } catch (error) {
      if (error instanceof CommandError) throw new ToolError(error.message)
      throw error
    }
  }
