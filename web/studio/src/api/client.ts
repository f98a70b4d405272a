import { Qpr, randomKey } from '../../../../sdk/typescript/src/index.ts'
import { hasCookies } from '../browser.ts'
import { serviceAddress, signInAddress } from './place.ts'
import { ApiProblem } from './problem.ts'

export type { Output, Schema } from '../../../../sdk/typescript/src/index.ts'
export { randomKey as newIdempotencyKey }

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
