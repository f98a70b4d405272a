import createClient, { type Middleware } from 'openapi-fetch'
import { hasCookies } from '../browser.ts'
import { serviceAddress, signInAddress } from './place.ts'
import { ApiProblem, noAnswer, problemOf } from './problem.ts'
import type { components, paths } from '../../../../sdk/typescript/src/schema.d.ts'

/** A named schema of the API, such as `Schema<'QprCode'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

const refuse: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return
    if (response.status === 401) {
      // Signing in would lead straight back here.
      if (!hasCookies()) throw new ApiProblem({ status: 401, code: 'cookies_off' })
      location.assign(signInAddress())
    }
    throw await problemOf(response)
  },
  onError({ error }) {
    // An abort is no failure: react-query knows what to do with it.
    return error instanceof DOMException && error.name === 'AbortError' ? error : noAnswer()
  },
}

const keepKey: Middleware = {
  onRequest({ request }) {
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', newIdempotencyKey())
    }
  },
}

/** Not crypto.randomUUID: over plain http, as in a home network, browsers do not have it. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** The API, typed by its OpenAPI document. Throws an ApiProblem when a request fails. */
export const api = createClient<paths>({
  baseUrl: new URL(serviceAddress('/'), location.href).href.replace(/\/$/, ''),
  credentials: 'same-origin',
})
api.use(keepKey, refuse)
