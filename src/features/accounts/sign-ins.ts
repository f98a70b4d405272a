import { problem } from '../../platform/http/problem.ts'
import { hourMs, minuteMs } from '../../platform/kit/clock.ts'
import { hash64, newId } from '../../platform/kit/ids.ts'
import type { Secrets } from '../../platform/kit/secrets.ts'
import type { Outgoing } from '../../platform/mail/mail.ts'
import type { Base, Db, Transaction } from '../../platform/store/database.ts'
import { takeHit } from '../../platform/store/rate-windows.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { emailKey } from '../../platform/text/email.ts'
import type { Users } from '../users/users.ts'

const validMs = 15 * minuteMs

type SignIn = Tables['sign_ins']

interface SignInsOptions extends Base {
  secrets: Secrets
  users: Users
  mail: Outgoing
  signup: 'invite' | 'open'
  /** The maximum for one address, and in total. */
  mailsPerHour: [toOne: number, inAll: number]
  baseUrl: string
}

export type SignIns = ReturnType<typeof createSignIns>

/** One-time sign-in links. Opening a link shows a button; only pressing the button signs in. */
export const createSignIns = (options: SignInsOptions) => {
  const { database, clock, secrets, users, mail, signup, mailsPerHour, baseUrl } = options

  const insert = async (tx: Transaction, email: string): Promise<SignIn> => {
    const now = clock.now()
    const row: SignIn = {
      id: newId('sgn', now),
      email,
      email_folded: emailKey(email),
      created_at: now,
      expires_at: now + validMs,
      used_at: null,
    }
    await tx.db.insertInto('sign_ins').values(row).execute()
    return row
  }

  /**
   * `next` is the page to open afterwards. It is not signed, because it is validated again when it
   * is used.
   */
  const link = (id: string, next: string | null = null) => {
    const query = next === null ? '' : `?next=${encodeURIComponent(next)}`
    return `${baseUrl}/signin/${id}.${secrets.sign('sign-in', id)}${query}`
  }

  const forToken = async (db: Db, token: string): Promise<SignIn> => {
    const [id = '', signature = ''] = token.split('.')
    const row = secrets.verify(signature, 'sign-in', id) ? await findSignIn(db, id) : undefined
    if (!row || row.used_at !== null || row.expires_at <= clock.now()) throw signInClosed()
    return row
  }

  /** Whether another mail may be sent to this address within this hour. */
  const takeMail = async ({ db }: Transaction, email: string): Promise<boolean> => {
    const hour = Math.floor(clock.now() / hourMs)
    const expiresAt = (hour + 2) * hourMs
    const toOne = `sign-in ${hash64(emailKey(email))} ${hour}`
    const [mostToOne, mostInAll] = mailsPerHour
    return (
      (await takeHit(db, { id: toOne, most: mostToOne, expiresAt })) &&
      (await takeHit(db, { id: `sign-in ${hour}`, most: mostInAll, expiresAt }))
    )
  }

  return {
    link,

    /** For the first start and `qpr signin`. */
    async linkFor(tx: Transaction, email: string): Promise<string> {
      return link((await insert(tx, email)).id)
    },

    /** Does not reveal whether the address has an account: only the mail does. */
    async request(tx: Transaction, email: string, next: string | null) {
      const user = await users.find(tx.db, email)
      if (!user && signup === 'invite') return
      // The link signs in exactly the address that receives the mail.
      const recipient = user?.email ?? email
      if (!(await takeMail(tx, recipient))) return
      const { id, expires_at } = await insert(tx, recipient)
      await mail.enqueue(tx, {
        kind: 'signIn',
        recipient,
        data: { signInId: id, expiresAt: expires_at, next },
      })
    },

    /**
     * The address that a link signs in. Does not use up the link, because mail scanners open links.
     */
    look: async (token: string) => ({ email: (await forToken(database.db, token)).email }),

    async use(tx: Transaction, token: string) {
      const { id, email } = await forToken(tx.db, token)
      const { numUpdatedRows } = await tx.db
        .updateTable('sign_ins')
        .set({ used_at: clock.now() })
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw signInClosed()
      return await users.findOrCreate(tx, email)
    },
  }
}

const findSignIn = async (db: Db, id: string): Promise<SignIn | undefined> =>
  await db
    .selectFrom('sign_ins')
    .select(['id', 'email', 'email_folded', 'created_at', 'expires_at', 'used_at'])
    .where('id', '=', id)
    .executeTakeFirst()

const signInClosed = () =>
  problem(410, 'sign_in_closed', 'This link was already used or has expired. Request a new one.', {
    inGerman: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Fordern Sie einen neuen an.',
  })
