import { join } from 'node:path'
import { createLog } from '../../platform/kit/log.ts'
import { createMailTransport } from '../../platform/mail/transport.ts'
import type { Config } from '../../service/config/config.ts'
import { type Finding, ok, reason, wrong } from './finding.ts'

/** Checks that the mail server accepts our sign-in. Sends nothing. */
export const checkMail = async (config: Config): Promise<Finding[]> => {
  const outboxDir = join(config.QPR_DATA_DIR, 'outbox')
  const transport = createMailTransport({
    smtpUrl: config.QPR_SMTP_URL,
    from: config.QPR_MAIL_FROM,
    outboxDir,
    log: createLog('silent'),
  })
  try {
    await transport.verify()
    return config.QPR_SMTP_URL === null
      ? [ok('mail', `no SMTP server is set: mails are written to ${outboxDir}`)]
      : [ok('mail', 'the SMTP server accepts our connection')]
  } catch (error) {
    return [wrong('mail', `cannot be sent: ${reason(error)}. Check QPR_SMTP_URL.`)]
  } finally {
    transport.close()
  }
}
