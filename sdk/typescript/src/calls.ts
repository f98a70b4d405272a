import { createInParts } from './parts.ts'
import { follow } from './streams.ts'
import { queried, streamed } from './table.ts'
import type { Transport } from './transport.ts'
import type { CallOptions, Input, Output, Route } from './types.ts'

const asJson = async (response: Response): Promise<unknown> => {
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
  if (isJson) return await response.json()
  return response.status === 204 ? undefined : response
}

interface Page {
  next_cursor?: string | null
}

const itemsOf = (page: object): unknown[] => Object.values(page).find(Array.isArray) ?? []

/** Splits the arguments of a call into the address, the input and the options. */
const addressed = (template: string, args: unknown[]) => {
  const rest = [...args]
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = (rest as (string | number)[]).shift()
    if (value === undefined || value === '') throw new TypeError(`${name} is missing.`)
    return encodeURIComponent(value)
  })
  const [input, options] = rest as [object | undefined, CallOptions | undefined]
  return { path, input, options }
}

const asStream = async (response: Response) => response

/** The function that calls an operation. */
export const callOf = (send: Transport, route: Route) => {
  const [method = '', template = ''] = route.split(' ')

  const call = (...args: unknown[]) => {
    const { path, input, options } = addressed(template, args)
    const request = { ...options, method, path }
    if (route === 'POST /v1/qpr-codes/bulk') {
      return createInParts(input as Input<typeof route>, options, (body, options) => {
        return send({ ...options, method, path, body }, asJson) as Promise<Output<typeof route>>
      })
    }
    if (method !== 'GET') {
      const place = queried.has(route) ? 'query' : 'body'
      const change = { ...request, ...(input !== undefined && { [place]: input }) }
      if (!streamed.has(route)) return send(change, asJson)
      return follow({ signal: options?.signal, open: () => send(change, asStream) })
    }
    const read = (query: object = {}) => send({ ...request, query: { ...input, ...query } }, asJson)
    if (!streamed.has(route)) return lazily(read, read)
    return follow({
      signal: options?.signal,
      open: () => send({ ...request, query: input }, asStream),
      // The header Last-Event-ID is not used: a browser would ask another origin for permission first.
      resume: (after) => {
        const query = { ...input, ...(after && { after }) }
        const maxRetries = options?.maxRetries ?? Number.POSITIVE_INFINITY
        return send({ ...request, query, maxRetries }, asStream)
      },
    })
  }
  return Object.assign(call, { route })
}

/** Reads when it is awaited, and all pages when it is iterated: never more than is asked for. */
const lazily = (read: () => Promise<unknown>, readPage: (query: object) => Promise<unknown>) => {
  let started: Promise<unknown> | undefined
  const once = () => {
    started ??= read()
    return started
  }
  return {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise, and also a list
    then: (...handlers: Parameters<Promise<unknown>['then']>) => once().then(...handlers),
    catch: (...handlers: Parameters<Promise<unknown>['catch']>) => once().catch(...handlers),
    finally: (...handlers: Parameters<Promise<unknown>['finally']>) => once().finally(...handlers),
    async *[Symbol.asyncIterator]() {
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = (await readPage({ cursor })) as Page
        yield* itemsOf(page)
        cursor = page.next_cursor ?? null
      }
    },
  }
}
