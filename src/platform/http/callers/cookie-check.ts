import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../problem.ts'
import { setCookie } from './cookies.ts'

const name = 'qpr_cookies'

/** Sent with a page whose button signs in: its return shows that the browser accepts cookies. */
export const offerCookie = (reply: FastifyReply) => setCookie(reply, name, 'on', { https: false })

/** Checked before a link is used up for a session that the browser would not keep. */
export const requireCookies = ({ headers }: FastifyRequest) => {
  // A program opens no page first and handles cookies itself.
  const isBrowser = headers.accept?.includes('text/html')
  if (isBrowser && !headers.cookie) throw cookiesRefused()
}

const cookiesRefused = () =>
  problem(
    403,
    'cookies_refused',
    'Your browser blocks cookies, and signing in needs a cookie. Allow cookies for this site, ' +
      'then open the link again: it still works.',
    {
      translations: {
        de:
          'Ihr Browser blockiert Cookies, und die Anmeldung braucht ein Cookie. Erlauben Sie ' +
          'Cookies für diese Website und öffnen Sie den Link noch einmal: Er gilt weiter.',
      },
    },
  )
