import type { OwnerLanguage } from '#contract/languages.ts'
import type { Change, Context } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { hourMs, minuteMs } from '../../platform/kit/clock.ts'
import { hash64, newId } from '../../platform/kit/ids.ts'
import { enqueueMail } from '../../platform/mail/mail.ts'
import type { Db } from '../../platform/store/database.ts'
import { takeHit } from '../../platform/store/rate-windows.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { emailKey } from '../../platform/text/email.ts'
import { findOrCreateUser, findUser } from '../organizations/users.ts'

declare module '../../platform/context.ts' {
  interface Service {
    signIns: {
      /** Whether users can sign in by mail. */
      byMail: boolean
      /** Whether mails leave this machine. Without SMTP they are files that only the operator sees. */
      sendsMail: boolean
      signup: 'invite' | 'open'
      /** The maximum for one address, and in total. */
      mailsPerHour: [toOne: number, inAll: number]
    }
  }
}

// One-time sign-in links. Opening a link shows a button; only pressing the button signs in.

const validMs = 15 * minuteMs

type SignIn = Tables['sign_ins']

const insertSignIn = async (change: Change<unknown>, email: string): Promise<SignIn> => {
  const now = change.now()
  const row: SignIn = {
    id: newId('sgn', now),
    email,
    email_folded: emailKey(email),
    created_at: now,
    expires_at: now + validMs,
    used_at: null,
  }
  await change.db.insertInto('sign_ins').values(row).execute()
  return row
}

/**
 * `next` is the page to open afterwards. It is not signed, because it is validated again when it is
 * used.
 */
export const signInLink = (
  { service: { address, secrets } }: Pick<Context, 'service'>,
  id: string,
  next: string | null = null,
) => {
  const query = next === null ? '' : `?next=${encodeURIComponent(next)}`
  return `${address.baseUrl}/signin/${id}.${secrets.sign('sign-in', id)}${query}`
}

const requireByToken = async (context: Context<unknown>, token: string): Promise<SignIn> => {
  const [id = '', signature = ''] = token.split('.')
  const isSigned = context.service.secrets.verify(signature, 'sign-in', id)
  const row = isSigned ? await findSignIn(context.db, id) : undefined
  if (!row || row.used_at !== null || row.expires_at <= context.now()) throw signInClosed()
  return row
}

/** Whether another mail may be sent to this address within this hour. */
const takeMail = async (change: Change<unknown>, email: string): Promise<boolean> => {
  const { db, service } = change
  const hour = Math.floor(change.now() / hourMs)
  const expiresAt = (hour + 2) * hourMs
  const toOne = `sign-in ${hash64(emailKey(email))} ${hour}`
  const [maxToOne, maxInAll] = service.signIns.mailsPerHour
  return (
    (await takeHit(db, { id: toOne, maximum: maxToOne, expiresAt })) &&
    (await takeHit(db, { id: `sign-in ${hour}`, maximum: maxInAll, expiresAt }))
  )
}

/** For the first start and `qpr signin`. */
export const createSignInLink = async (change: Change<unknown>, email: string): Promise<string> =>
  signInLink(change, (await insertSignIn(change, email)).id)

/** Does not reveal whether the address has an account: only the mail does. */
export const requestSignIn = async (
  change: Change<unknown>,
  email: string,
  { next, language }: { next: string | null; language: OwnerLanguage },
) => {
  const user = await findUser(change, email)
  if (!user && change.service.signIns.signup === 'invite') return
  // The link signs in exactly the address that receives the mail.
  const recipient = user?.email ?? email
  if (!(await takeMail(change, recipient))) return
  const { id, expires_at } = await insertSignIn(change, recipient)
  await enqueueMail(change, {
    kind: 'signIn',
    recipient,
    data: { signInId: id, expiresAt: expires_at, next, language },
  })
}

/** The address that a link signs in. Does not use up the link, because mail scanners open links. */
export const previewSignIn = async (context: Context<unknown>, token: string) => ({
  email: (await requireByToken(context, token)).email,
})

/** Uses up the link. Returns its user. */
export const signInByLink = async (change: Change<unknown>, token: string) => {
  const { id, email } = await requireByToken(change, token)
  const { numUpdatedRows } = await change.db
    .updateTable('sign_ins')
    .set({ used_at: change.now() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw signInClosed()
  return await findOrCreateUser(change, email)
}

const findSignIn = async (db: Db, id: string): Promise<SignIn | undefined> =>
  await db
    .selectFrom('sign_ins')
    .select(['id', 'email', 'email_folded', 'created_at', 'expires_at', 'used_at'])
    .where('id', '=', id)
    .executeTakeFirst()

const signInClosed = () =>
  problem(410, 'sign_in_closed', 'This link was already used or has expired. Request a new one.', {
    translations: {
      de: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Fordern Sie einen neuen an.',
      fr: 'Ce lien a déjà été utilisé ou a expiré. Demandez-en un nouveau.',
      es: 'Este enlace ya se ha usado o ha caducado. Pida uno nuevo.',
      it: 'Questo link è già stato usato o è scaduto. Ne richieda uno nuovo.',
    },
  })
