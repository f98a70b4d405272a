import type { Db } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'

/** The user of an identity. */
export const findUser = async (db: Db, issuer: string, subject: string) =>
  await db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['users.id', 'users.email'])
    .where('identities.issuer', '=', issuer)
    .where('identities.subject', '=', subject)
    .executeTakeFirst()

export const isLinked = async (db: Db, issuer: string, userId: string): Promise<boolean> => {
  const identity = await db
    .selectFrom('identities')
    .select('subject')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return identity !== undefined
}

export const insert = async (db: Db, row: Tables['identities']) => {
  await db.insertInto('identities').values(row).execute()
}

/** Ends the sessions that this user, or this session at the provider, began. */
export const endSessions = async (
  db: Db,
  issuer: string,
  { subject, session }: { subject: string | null; session: string | null },
) => {
  const identities = db.selectFrom('identities').select('user_id').where('issuer', '=', issuer)
  const users = subject === null ? identities : identities.where('subject', '=', subject)
  const ended = db
    .deleteFrom('sessions')
    .where('user_id', 'in', users)
    .where('provider_session', 'is not', null)
  await (session === null ? ended : ended.where('provider_session', '=', session)).execute()
}
