import { type Clock, minuteMs } from '../../platform/kit/clock.ts'
import { hash64, newId } from '../../platform/kit/ids.ts'
import type { Db, Transaction } from '../../platform/store/database.ts'
import { countHit } from '../../platform/store/rate-windows.ts'
import type { Role, Tables } from '../../platform/store/tables.ts'
import { emailKey } from '../../platform/text/email.ts'

type User = Pick<
  Tables['users'],
  'id' | 'email' | 'email_folded' | 'default_organization_id' | 'created_at'
>

interface UsersOptions {
  clock: Clock
  organizations: {
    found(tx: Transaction, input: { name: string }): Promise<{ id: string }>
  }
  members: {
    add(tx: Transaction, organizationId: string, userId: string, role: Role): Promise<boolean>
  }
}

export type Users = ReturnType<typeof createUsers>

export const createUsers = ({ clock, organizations, members }: UsersOptions) => {
  /** Every account gets its own default organization. */
  const create = async (tx: Transaction, email: string): Promise<User> => {
    const [localPart = email] = email.split('@')
    const organization = await organizations.found(tx, { name: `${localPart}’s organization` })
    const now = clock.now()
    const user: User = {
      id: newId('usr', now),
      email,
      email_folded: emailKey(email),
      default_organization_id: organization.id,
      created_at: now,
    }
    await tx.db.insertInto('users').values(user).execute()
    await members.add(tx, organization.id, user.id, 'owner')
    return user
  }

  /** Locks the address: a link that is used twice at the same time must not create two accounts. */
  const hold = async (tx: Transaction, email: string) => {
    await countHit(tx.db, `account ${hash64(emailKey(email))}`, clock.now() + minuteMs)
  }

  return {
    create,
    hold,
    find: findUser,
    async findOrCreate(tx: Transaction, email: string): Promise<User> {
      const known = await findUser(tx.db, email)
      if (known) return known
      await hold(tx, email)
      return (await findUser(tx.db, email)) ?? (await create(tx, email))
    },
  }
}

/** Compares addresses case-insensitively, and domains as punycode. */
const findUser = async (db: Db, email: string): Promise<User | undefined> =>
  await db
    .selectFrom('users')
    .select(['id', 'email', 'email_folded', 'default_organization_id', 'created_at'])
    .where('email_folded', '=', emailKey(email))
    .executeTakeFirst()
