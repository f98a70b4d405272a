import type { Kysely } from 'kysely'
import { emailKey } from '../../text/email.ts'
import type { Tables } from '../tables.ts'
import type { Statements } from './migrations.ts'

/** The inviter of an invitation, and mail addresses that are compared without NFKC. */
export const identity: Statements = ({ id }) => [
  // Null in invitations of earlier versions, which expire within 7 days.
  `alter table invitations add column invited_by ${id}`,
  `alter table invitations add column invited_key_id ${id}`,
  (db) => compareAgain(db, 'users'),
  (db) => compareAgain(db, 'invitations'),
  (db) => compareAgain(db, 'sign_ins'),
]

type Table = 'users' | 'invitations' | 'sign_ins'

/** `email_folded` held the NFKC form of an address. From now on it holds its key. */
export const compareAgain = async (db: Kysely<Tables>, table: Table) => {
  const rows = await db.selectFrom(table).select(['id', 'email', 'email_folded']).execute()
  const taken = new Set(rows.map(({ email_folded }) => email_folded))
  for (const { id, email, email_folded } of rows) {
    const key = emailKey(email)
    if (key === email_folded) continue
    // Another row already has this mailbox, so this row can no longer be found by its address.
    const email_key = table === 'users' && taken.has(key) ? `${id} ${key}` : key
    taken.add(email_key)
    await db.updateTable(table).set({ email_folded: email_key }).where('id', '=', id).execute()
  }
}
