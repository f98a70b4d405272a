import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string; boolValue?: boolean }
}

export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
  status?: { code?: number; message?: string }
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: CollectedSpan[] }[]
  }[]
}

/** An OpenTelemetry collector that accepts OTLP over HTTP as JSON, and keeps every span. */
export const startCollector = async (t: { after(end: () => unknown): void }) => {
  const spans: CollectedSpan[] = []
  const resources: Attribute[] = []
  const requests: { path: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers })
    const { resourceSpans } = (await json(request)) as Export
    for (const { resource, scopeSpans } of resourceSpans) {
      resources.push(...resource.attributes)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    }
    response.setHeader('Content-Type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    requests,
    /** The names of the ancestors of a span, from its parent to the root that was collected. */
    ancestors(span: CollectedSpan): string[] {
      const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
      return parent ? [parent.name, ...this.ancestors(parent)] : []
    },
  }
}
