import type { Client } from 'openapi-fetch'
import {
  type paths,
  Qpr,
  type Route,
  randomKey,
  type Schema,
} from '../../../../sdk/typescript/src/index.ts'
import { hasCookies } from '../browser.ts'
import { serviceAddress, signInAddress } from './place.ts'
import { ApiProblem } from './problem.ts'

export { randomKey as newIdempotencyKey, type Schema }

/** The API. Throws an ApiProblem when a request fails. */
export const qpr = new Qpr({
  baseUrl: new URL(serviceAddress('/'), location.href).href,
  credentials: 'same-origin',
  // react-query retries what is read, and a person what is changed.
  maxRetries: 0,
  // An import on a slow line.
  timeoutMs: 300_000,
  onError({ status }) {
    if (status !== 401) return
    // Signing in would lead straight back here.
    if (!hasCookies()) throw new ApiProblem({ status, code: 'cookies_off' })
    location.assign(signInAddress())
  },
})

interface Init {
  params?: { path?: Record<string, string | number>; query?: object }
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  parseAs?: string
}

type AnyCall = (...args: unknown[]) => Promise<unknown>

/** Calls an operation by method and path, for the queries and for files. */
const byPath =
  (method: string) =>
  async (path: string, { params = {}, body, headers = {}, signal, parseAs }: Init = {}) => {
    const ids = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => params.path?.[name])
    const { 'Idempotency-Key': idempotencyKey, ...others } = headers
    const options = { signal, idempotencyKey, headers: others }
    const call = qpr.call(`${method} ${path}` as Route) as unknown as AnyCall
    const data = await call(...ids, method === 'GET' ? params.query : body, options)
    return { data: parseAs === 'blob' && data instanceof Response ? await data.blob() : data }
  }

export const api = Object.fromEntries(
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, byPath(method)]),
) as unknown as Client<paths>
