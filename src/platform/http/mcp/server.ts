// Imported on first use: the library and its schemas take several megabytes of memory.
import {
  createMcpHandler,
  fromJsonSchema,
  type JsonSchemaType,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  McpServer,
} from '@modelcontextprotocol/server'
import { type Offer, type Tool, ToolError } from './tool.ts'

/**
 * Accepts any arguments: the API checks them, and its sentences are written for the reader. The
 * schemas only tell the assistant what to send.
 */
const anything: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (data) => ({ valid: true, data: data as T, errorMessage: undefined })
  },
}

/** A server for one request, or for one connection over stdio. */
export const createMcpServer = ({ name, title, version, instructions, tools, failed }: Offer) => {
  const server = new McpServer(
    { name, title, version },
    { capabilities: { tools: { listChanged: false } }, instructions },
  )
  for (const tool of tools) {
    const schema = { type: 'object', ...tool.input, additionalProperties: false }
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: fromJsonSchema<object>(schema as unknown as JsonSchemaType, anything),
        annotations: annotationsOf(tool),
      },
      async (input, { mcpReq }) => {
        try {
          const { data, text } = await tool.run({ ...input }, mcpReq.signal)
          return resultOf(text ?? JSON.stringify(data), data)
        } catch (error) {
          return refusalOf(error, failed)
        }
      },
    )
  }
  return server
}

const resultOf = (text: string, data: Record<string, unknown> | undefined) => ({
  content: [{ type: 'text' as const, text }],
  ...(data && { structuredContent: data }),
})

const refusalOf = (error: unknown, failed: Offer['failed']) => {
  if (error instanceof ToolError) return { ...resultOf(error.message, error.data), isError: true }
  failed(error)
  const sentence = 'Something went wrong on our side. It has been logged.'
  return { ...resultOf(sentence, undefined), isError: true }
}

const annotationsOf = ({ effect }: Tool) => ({
  readOnlyHint: effect === 'reads',
  destructiveHint: effect === 'changes' || effect === 'deletes',
  idempotentHint: effect !== 'adds',
  openWorldHint: false,
})

interface Exchange {
  headers: Record<string, string>
  body: unknown
  signal: AbortSignal
}

/** Answers one message of the streamable HTTP transport. No session outlives the request. */
export const answerMessage = async ({ headers, body, signal }: Exchange, offer: Offer) => {
  const handler = createMcpHandler(() => createMcpServer(offer), {
    // The lists never change, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    keepAliveMs: 0,
  })
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, signal })
  const response = await handler.fetch(request, { parsedBody: body })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  }
}
