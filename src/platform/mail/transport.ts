import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { secondMs } from '../kit/clock.ts'
import type { Logger } from '../kit/log.ts'
import { requireWritable } from '../kit/writable.ts'
import type { MailMessage } from './layout.ts'
import type { Transport } from './mail.ts'

interface TransportOptions {
  smtpUrl: string | null
  from: string
  outboxDir: string
  log: Logger
}

export const createMailTransport = (options: TransportOptions): Transport =>
  options.smtpUrl === null
    ? outboxFolder(options)
    : smtp({ smtpUrl: options.smtpUrl, from: options.from })

/** Loaded for the first mail, because most starts send none. */
const loadNodemailer = () => import('nodemailer')

const smtp = ({ smtpUrl, from }: { smtpUrl: string; from: string }): Transport => {
  const open = async () =>
    (await loadNodemailer()).createTransport({
      url: smtpUrl,
      connectionTimeout: 20 * secondMs,
      greetingTimeout: 20 * secondMs,
      socketTimeout: 60 * secondMs,
    })
  let opened: ReturnType<typeof open> | undefined
  const server = () => (opened ??= open())
  return {
    async send(mail) {
      await (await server()).sendMail(envelope(from, mail))
    },
    async verify() {
      await (await server()).verify()
    },
    close: () => void opened?.then((one) => one.close()),
  }
}

/** Without SMTP each mail becomes a file that any mail program can open. */
const outboxFolder = ({ from, outboxDir, log }: Omit<TransportOptions, 'smtpUrl'>): Transport => {
  const composing = { streamTransport: true, buffer: true, newline: 'unix' } as const
  return {
    async send(mail) {
      const composer = (await loadNodemailer()).createTransport(composing)
      const { message } = await composer.sendMail(envelope(from, mail))
      await mkdir(outboxDir, { recursive: true, mode: 0o700 })
      const file = join(outboxDir, `${mail.id}.eml`)
      // Renamed when complete, so that a program that watches the folder never reads an incomplete
      // mail.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      log.info({ mailId: mail.id, file }, 'no SMTP server is set: mail written to a file')
    },
    async verify() {
      requireWritable(outboxDir)
    },
    close: () => undefined,
  }
}

const envelope = (
  from: string,
  { id, recipient, message }: { id: string; recipient: string; message: MailMessage },
): SendMailOptions => ({
  from,
  to: { name: '', address: recipient },
  // The same for every attempt, so that mailboxes show a duplicate once.
  messageId: `<${id}@${from.split('@').at(-1)?.replace(/>$/, '') ?? 'localhost'}>`,
  subject: message.subject,
  text: message.text,
  html: message.html,
  headers: {
    'Auto-Submitted': 'auto-generated',
    // RFC 8058: mail programs show a button that sends a POST request.
    ...(message.unsubscribe && {
      'List-Unsubscribe': `<${message.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
})
