// The corpus of injections in every place where the Studio shows what others wrote.
import { newId, newShortId, sha256Hex } from '../../../src/platform/kit/ids.ts'
import type { Database } from '../../../src/platform/store/database.ts'
import { foldForSearch } from '../../../src/platform/text/text.ts'
import { injections } from '../browser/injections.ts'
import type { Planted } from './planted-organization.ts'

const all = injections.join('\n')
const id = (prefix: string) => newId(prefix, Date.now())

/** Straight into the database: what the API refuses today may be there from before. */
export const plantInjections = async (given: Planted) =>
  await given.service.database.transaction(async ({ db }) => {
    await plantCodes(db, given)
    await plantWebhooks(db, given)
    await plantPeople(db, given)
    await plantOrganizations(db, given)
  })

type Db = Database['db']

/** One row for each injection, as this one but for some of its fields. */
const like = <Row>(row: Row, change: (text: string, index: number) => Partial<Row>): Row[] =>
  injections.map((text, index) => ({ ...row, ...change(text, index) }))

const plantCodes = async (db: Db, { code }: Planted) => {
  const row = await db
    .selectFrom('codes')
    .selectAll()
    .where('id', '=', code)
    .executeTakeFirstOrThrow()
  const rows = like(row, (name) => ({
    id: id('qpr'),
    short_id: newShortId(),
    name,
    name_folded: foldForSearch(name),
    updated_at: Date.now(),
  }))
  await db.insertInto('codes').values(rows).execute()
  await db
    .updateTable('organizations')
    .set((one) => ({ codes_active: one('codes_active', '+', rows.length) }))
    .where('id', '=', row.organization_id)
    .execute()
  const content = {
    prompt: all,
    welcome_message: all,
    suggestions: JSON.stringify(injections.slice(0, 4)),
    contact: JSON.stringify({ label: injections[0], url: 'https://example.com/' }),
    metadata: JSON.stringify({ [String(injections[0])]: injections[1] }),
    title: injections[2] ?? '',
    // The response needs a form that is valid: this many choices, texts of this length.
    lead_form: JSON.stringify({
      title: injections[0],
      fields: injections.slice(0, 8).map((label, index) => ({
        key: `field_${index}`,
        ...{ label, help: label, type: 'choice', required: true },
        choices: injections.slice(3 * index, 3 * index + 20),
      })),
      consent: all.slice(0, 1000),
    }),
    translations: JSON.stringify({
      fr: { title: injections[3], welcome_message: all, suggestions: injections.slice(4, 8) },
    }),
  }
  await db.updateTable('code_contents').set(content).where('code_id', '=', code).execute()
  await db
    .updateTable('codes')
    .set({ name: injections[15] ?? '' })
    .where('id', '=', code)
    .execute()
  await db
    .insertInto('brands')
    .values({
      organization_id: row.organization_id,
      version: 1,
      name: injections[0] ?? '',
      color: '#0f4c81',
      contact: JSON.stringify({ label: injections[1], url: 'https://example.com/' }),
      privacy_url: 'https://example.com/"><script>alert(1)</script>',
      logo_type: null,
      logo: null,
    })
    .execute()
}

const plantWebhooks = async (db: Db, { webhook, delivery }: Planted) => {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', webhook)
    .executeTakeFirstOrThrow()
  const rows = like(row, (text) => ({
    id: id('wh'),
    url: `https://example.com/?${text}`,
    description: text,
  }))
  await db.insertInto('webhooks').values(rows).execute()
  const attempt = await db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', delivery)
    .executeTakeFirstOrThrow()
  const attempts = like(attempt, (text, index) => ({
    number: index + 2,
    response_body: text,
    error: text,
  }))
  await db.insertInto('delivery_attempts').values(attempts).execute()
  await db.updateTable('deliveries').set({ note: all }).where('id', '=', delivery).execute()
}

const plantPeople = async (db: Db, { organization, owner, invitation, key }: Planted) => {
  const member = await db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', owner)
    .executeTakeFirstOrThrow()
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', member.user_id)
    .executeTakeFirstOrThrow()
  const users = like(user, (text, index) => ({
    id: id('usr'),
    email: `${text}@example.com`,
    email_folded: `injected${index}@example.com`,
  }))
  await db.insertInto('users').values(users).execute()
  const members = users.map(({ id: user_id }) => ({ ...member, id: id('mem'), user_id }))
  await db
    .insertInto('members')
    .values(members.map((one) => ({ ...one, role: 'editor' as const })))
    .execute()
  const invited = await db
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', invitation)
    .executeTakeFirstOrThrow()
  const invitations = like(invited, (text, index) => ({
    id: id('inv'),
    email: `${text}@example.com`,
    email_folded: `invited${index}@example.com`,
  }))
  await db.insertInto('invitations').values(invitations).execute()
  const keyRow = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', key)
    .executeTakeFirstOrThrow()
  const keys = like(keyRow, (name) => ({ id: id('key'), name, organization_id: organization }))
  await db.insertInto('api_keys').values(keys).execute()
  const texts = keys.map((one) => ({
    text_hash: sha256Hex(one.id),
    key_id: one.id,
    valid_until: null,
  }))
  await db.insertInto('api_key_texts').values(texts).execute()
  await db.updateTable('sessions').set({ browser: all }).execute()
}

const plantOrganizations = async (db: Db, { organization, owner }: Planted) => {
  const metadata = JSON.stringify(Object.fromEntries(injections.map((text) => [text, text])))
  await db
    .updateTable('organizations')
    .set({ name: injections[15] ?? '', metadata })
    .where('id', '=', organization)
    .execute()
  const row = await db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', organization)
    .executeTakeFirstOrThrow()
  const rows = like(row, (name, index) => ({
    id: id('org'),
    name,
    slug: `injected-${index}`,
    metadata: '{}',
  }))
  await db.insertInto('organizations').values(rows).execute()
  const member = await db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', owner)
    .executeTakeFirstOrThrow()
  const members = rows.map((one) => ({ ...member, id: id('mem'), organization_id: one.id }))
  await db.insertInto('members').values(members).execute()
}
