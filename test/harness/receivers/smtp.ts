import { EventEmitter, once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { patienceMs } from '../checks/eventually.ts'
import { freePort } from '../service/ports.ts'

/** A real SMTP server. `refuse` decides whether an attempt (the first is 1) is refused. */
export const startSmtp = async (t: TestContext, refuse: (attempt: number) => boolean) => {
  const mails: Email[] = []
  const arrivals = new EventEmitter()
  let attempts = 0
  const server = new SMTPServer({
    authOptional: true,
    // Its certificate is self-signed, so a client does not trust it.
    hideSTARTTLS: true,
    onRcptTo(_address, _session, answer) {
      attempts += 1
      const busy = Object.assign(new Error('the mailbox is busy'), { responseCode: 451 })
      answer(refuse(attempts) ? busy : null)
    },
    onData(stream, _session, answer) {
      buffer(stream)
        .then((message) => PostalMime.parse(message))
        .then((mail) => {
          mails.push(mail)
          answer()
          arrivals.emit('mail')
        }, answer)
    },
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  t.after(() => new Promise<void>((resolve) => server.close(resolve)))

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Waits for this number of mails to an address. Returns the last. */
    async mailTo(address: string, count = 1): Promise<Email> {
      const signal = AbortSignal.timeout(patienceMs)
      for (;;) {
        const mail = mails.filter(({ to }) => to?.some((one) => one.address === address))[count - 1]
        if (mail) return mail
        await once(arrivals, 'mail', { signal })
      }
    },
    /** Waits for this number of mails. */
    async arrived(count: number): Promise<Email[]> {
      const signal = AbortSignal.timeout(patienceMs)
      while (mails.length < count) await once(arrivals, 'mail', { signal })
      return mails
    },
  }
}
