import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { CallApi } from '../../http/mcp/inner-call.ts'
import { createMcpServer } from '../../http/mcp/server.ts'
import { ToolError } from '../../http/mcp/tool.ts'
import { ownerOffers } from '../../mcp/tools.ts'
import { CommandError, note } from '../command.ts'
import type { Run } from '../line/table.ts'
import { call, callForJson } from './client.ts'
import { requireKey, targetOf } from './target.ts'

/** Runs until the assistant closes standard input. */
export const run: Run<'mcp'> = async (values) => {
  const target = targetOf(values)
  const api = callsTo(target.server, requireKey(target))
  const failed = (error: unknown) =>
    note(`qpr: ${error instanceof Error ? error.stack : String(error)}`)
  const offerWith = ownerOffers(await callForJson(target.server, '/openapi.json'))
  serveStdio(() => createMcpServer(offerWith(api, failed)), { onerror: failed })
}

const callsTo =
  (server: string, key: string): CallApi =>
  async ({ method, path, body }) => {
    try {
      const response = await call(server, path, { method, key, body })
      const text = await response.text()
      return text === '' ? {} : JSON.parse(text)
    } catch (error) {
      if (error instanceof CommandError) throw new ToolError(error.message)
      throw error
    }
  }
