import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf, setCookie } from '../../platform/http/callers/cookies.ts'
import { type Clock, dayMs } from '../../platform/kit/clock.ts'
import { hash64, newToken } from '../../platform/kit/ids.ts'

const cookieName = 'qpr_device'
const maxAgeSeconds = 365 * 24 * 60 * 60

interface Options {
  clock: Clock
  https: boolean
  /** The path below which visitors reach the service. */
  root: string
}

/**
 * Distinguishes devices without identifying people: by a random first-party cookie, or without it
 * by a hash of address and user agent. The salt of the hash changes daily and exists only in
 * memory, so the hash cannot be computed again later.
 */
export const createDeviceKeys = ({ clock, https, root }: Options) => {
  let salt = newToken()
  let saltDay = 0

  const saltOfToday = () => {
    const today = Math.floor(clock.now() / dayMs)
    if (today !== saltDay) {
      salt = newToken()
      saltDay = today
    }
    return salt
  }

  return {
    /** 16 hexadecimal digits. A browser without the cookie gets one for its next visit. */
    keyOf(request: FastifyRequest, reply: FastifyReply): string {
      const known = cookieOf(request, cookieName)
      if (known && /^[\w-]{22}$/.test(known)) return hash64(known)
      const id = newToken()
      setCookie(reply, cookieName, id, { https, path: `${root}/s`, maxAgeSeconds })
      // A browser that navigates to a page keeps the cookie, so its first visit already counts for
      // that device.
      if (request.headers['sec-fetch-mode'] === 'navigate') return hash64(id)
      return hash64(`${saltOfToday()}\n${request.ip}\n${request.headers['user-agent'] ?? ''}`)
    },
  }
}
