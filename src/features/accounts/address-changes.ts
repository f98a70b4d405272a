import type { Change, Context } from '../../platform/context.ts'
import { auditSubjects } from '../../platform/context.ts'
import { problem, tooOften } from '../../platform/http/problem.ts'
import { dayMs, hourMs } from '../../platform/kit/clock.ts'
import { hash64, newId } from '../../platform/kit/ids.ts'
import { enqueueMail } from '../../platform/mail/mail.ts'
import type { Db } from '../../platform/store/database.ts'
import { takeHit } from '../../platform/store/rate-windows.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { emailKey } from '../../platform/text/email.ts'
import { requireConfirmed } from '../organizations/access.ts'
import { update as updateUser, userById } from '../organizations/users.store.ts'
import { absorbUnconfirmed, findUser, lockAddress } from '../organizations/users.ts'
import { endAccess, findPerson, removeSignIns } from './account.store.ts'
import { lockUser } from './keys.store.ts'

// The new address confirms a change, and the old one can stop or undo it. Opening a link shows a
// button; only pressing it acts.

const confirmableMs = dayMs
const undoableMs = 7 * dayMs
/** The maximum of one user, and to one address. */
const changesPerHour = 5

/** Changes that were requested earlier can no longer be confirmed. */
export const confirmableSince = (context: Context<unknown>) => context.now() - confirmableMs

type Link = 'confirm' | 'undo'

const purposes: Record<Link, string> = { confirm: 'confirm address', undo: 'undo address' }

const addressLink = (
  { service: { address, secrets } }: Pick<Context, 'service'>,
  kind: Link,
  id: string,
) => `${address.baseUrl}/account/address/${kind}/${id}.${secrets.sign(purposes[kind], id)}`

const requireByToken = async (context: Context<unknown>, kind: Link, token: string) => {
  const [id = '', signature = ''] = token.split('.')
  const isSigned = context.service.secrets.verify(signature, purposes[kind], id)
  const row = isSigned ? await findChange(context.db, id) : undefined
  if (!row) throw changeClosed()
  const isOver =
    kind === 'confirm'
      ? row.confirmed_at !== null || row.created_at <= confirmableSince(context)
      : row.created_at <= context.now() - undoableMs
  if (isOver) throw changeClosed()
  return row
}

const countChange = async (change: Change, email: string) => {
  const now = change.now()
  const hour = Math.floor(now / hourMs)
  const windows = [`user ${change.actor.userId}`, `to ${hash64(emailKey(email))}`]
  for (const window of windows) {
    const hit = {
      id: `address change ${window} ${hour}`,
      maximum: changesPerHour,
      expiresAt: (hour + 2) * hourMs,
    }
    if (!(await takeHit(change.db, hit))) throw tooManyMails((hour + 1) * hourMs - now)
  }
}

/**
 * Whether the new address has an account is said only to the holder of its mailbox, when they confirm
 * it. The current address stops a change that waits.
 */
export const requestAddressChange = async (change: Change, email: string) => {
  const { db, actor } = change
  await lockUser(db, actor.userId)
  const user = await userById(db, actor.userId)
  requireConfirmed(user)
  await requireOwnAddress(change, user.id)
  await removeWaiting(db, user.id)
  if (email === user.email) return
  await countChange(change, email)
  const now = change.now()
  const row: AddressChange = {
    id: newId('adr', now),
    user_id: user.id,
    old_email: user.email,
    new_email: email,
    created_at: now,
    confirmed_at: null,
  }
  await insertChange(db, row)
  const data = { changeId: row.id, oldEmail: user.email, newEmail: email }
  await enqueueMail(change, { kind: 'addressConfirm', recipient: email, data })
  await enqueueMail(change, { kind: 'addressUndo', recipient: user.email, data })
}

/** What a mail says that is about to be sent; null when the change was stopped meanwhile. */
export const quoteAddressChange = async (context: Context<unknown>, kind: Link, id: string) => {
  const row = await findChange(context.db, id)
  if (!row) return null
  const { language } = await findPerson(context.db, row.user_id, 0)
  return {
    language: language ?? 'en',
    link: addressLink(context, kind, id),
    until: row.created_at + (kind === 'confirm' ? confirmableMs : undoableMs),
  } as const
}

export const previewAddressChange = (context: Context<unknown>, kind: Link, token: string) =>
  requireByToken(context, kind, token)

/**
 * The link proves the new mailbox, and the session proves the account. Without a session the holder
 * of a mailbox could be led to put their address on the account of a stranger, who stays signed in.
 */
export const confirmAddressChange = async (
  change: Change<unknown>,
  token: string,
  signedIn: { id: string } | null,
) => {
  const { db } = change
  const { user_id, new_email } = await requireByToken(change, 'confirm', token)
  await lockUser(db, user_id)
  const row = await requireByToken(change, 'confirm', token)
  const user = await userById(db, user_id)
  if (signedIn?.id !== user_id) throw signInFirst(user.email)
  await requireOwnAddress(change, user_id)
  await moveTo(change, user, new_email)
  if (!(await markConfirmed(db, row.id, change.now()))) throw changeClosed()
  auditSubjects(change, user.default_organization_id, [{ id: user_id, name: new_email }])
  return { userId: user_id, email: new_email }
}

/**
 * The old address has the last word. Everybody is signed out, because somebody else may have asked
 * for the change.
 */
export const undoAddressChange = async (change: Change<unknown>, token: string) => {
  const { db } = change
  const { user_id, old_email } = await requireByToken(change, 'undo', token)
  await lockUser(db, user_id)
  const row = await requireByToken(change, 'undo', token)
  const user = await userById(db, user_id)
  if (row.confirmed_at !== null) await moveTo(change, user, old_email)
  await removeChangesFrom(db, row)
  await removeIdentitiesSince(db, row)
  await endAccess(db, user_id, change.now())
  auditSubjects(change, user.default_organization_id, [{ id: user_id, name: old_email }])
  return { userId: user_id, email: old_email }
}

/** The link proves the mailbox, so an account that somebody else made of its address must not stop it. */
const moveTo = async (
  change: Change<unknown>,
  user: { id: string; email: string },
  email: string,
) => {
  await lockAddress(change, email)
  const holder = await findUser(change, email)
  if (holder && holder.id !== user.id) {
    if (holder.unconfirmed_since === null) throw addressTaken(email)
    await absorbUnconfirmed(change, holder, user.id)
  }
  await removeSignIns(change.db, user.email)
  await updateUser(change.db, user.id, { email, email_folded: emailKey(email) })
}

const requireOwnAddress = async ({ db }: Change<unknown>, userId: string) => {
  if ((await findPerson(db, userId, 0)).subject !== null) throw companyAccount()
}

const tooManyMails = (waitMs: number) =>
  tooOften(
    'too_many_mails',
    `An address can be changed ${changesPerHour} times within an hour. Try again later.`,
    waitMs,
  )

const companyAccount = () =>
  problem(
    409,
    'company_account',
    'Your address comes from the sign-in service of your company. Ask there to change it.',
    {
      translations: {
        de: 'Ihre Adresse kommt vom Anmeldedienst Ihrer Firma. Lassen Sie sie dort ändern.',
        fr: 'Votre adresse vient du service de connexion de votre entreprise. Faites-la modifier là-bas.',
        es: 'Su dirección viene del servicio de inicio de sesión de su empresa. Pida allí que la cambien.',
        it: 'Il suo indirizzo viene dal servizio di accesso della sua azienda. Lo faccia cambiare lì.',
      },
    },
  )

const addressTaken = (email: string) =>
  problem(
    409,
    'address_taken',
    `${email} has an account of its own. Sign in there and delete it, then open the link again.`,
    {
      translations: {
        de:
          `${email} hat hier ein eigenes Konto. Melden Sie sich dort an und löschen Sie es, und ` +
          'öffnen Sie dann den Link noch einmal.',
        fr: `${email} a déjà son propre compte ici. Connectez-vous à ce compte et supprimez-le, puis ouvrez à nouveau le lien.`,
        es: `${email} ya tiene aquí su propia cuenta. Inicie sesión en ella y elimínela, y vuelva a abrir el enlace.`,
        it: `${email} ha già qui un proprio account. Acceda e lo elimini, poi apra di nuovo il link.`,
      },
    },
  )

const signInFirst = (email: string) =>
  problem(403, 'sign_in_first', `Sign in as ${email} in this browser, then open the link again.`, {
    translations: {
      de: `Melden Sie sich in diesem Browser als ${email} an und öffnen Sie den Link noch einmal.`,
      fr: `Connectez-vous dans ce navigateur en tant que ${email}, puis ouvrez à nouveau le lien.`,
      es: `Inicie sesión en este navegador como ${email} y vuelva a abrir el enlace.`,
      it: `Acceda in questo browser come ${email} e apra di nuovo il link.`,
    },
  })

const changeClosed = () =>
  problem(
    410,
    'address_change_closed',
    'This change was already made or stopped, or the link has expired.',
    {
      translations: {
        de: 'Diese Änderung wurde schon ausgeführt oder gestoppt, oder der Link ist abgelaufen.',
        fr: 'Cette modification a déjà été faite ou arrêtée, ou le lien a expiré.',
        es: 'Este cambio ya se ha hecho o detenido, o el enlace ha caducado.',
        it: 'Questa modifica è già stata fatta o fermata, oppure il link è scaduto.',
      },
    },
  )

type AddressChange = Tables['address_changes']

const insertChange = async (db: Db, row: AddressChange) => {
  await db.insertInto('address_changes').values(row).execute()
}

const findChange = async (db: Db, id: string): Promise<AddressChange | undefined> =>
  await db
    .selectFrom('address_changes')
    .select(['id', 'user_id', 'old_email', 'new_email', 'created_at', 'confirmed_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** A user has one change that waits. Those that were made stay, because they can be undone. */
const removeWaiting = async (db: Db, userId: string) => {
  await db
    .deleteFrom('address_changes')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** False when another request confirmed or stopped it first. */
const markConfirmed = async (db: Db, id: string, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('address_changes')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * This change and all later ones. Otherwise a thief who changed the address twice could undo the
 * second change, and have the account again.
 */
const removeChangesFrom = async (db: Db, { user_id, created_at }: AddressChange) => {
  await db
    .deleteFrom('address_changes')
    .where('user_id', '=', user_id)
    .where('created_at', '>=', created_at)
    .execute()
}

/** A company account that was linked since then belongs to the person who changed the address. */
const removeIdentitiesSince = async (db: Db, { user_id, created_at }: AddressChange) => {
  await db
    .deleteFrom('identities')
    .where('user_id', '=', user_id)
    .where('created_at', '>=', created_at)
    .execute()
}
