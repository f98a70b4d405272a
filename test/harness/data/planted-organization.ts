// An organization with something on every page of the Studio.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { roles } from '#contract/roles.ts'
import { dayMs } from '../../../src/platform/kit/clock.ts'
import { eventually } from '../checks/eventually.ts'
import { startReceiver } from '../receivers/receiver.ts'
import { deliveriesOf, registerWebhook } from '../receivers/webhooks.ts'
import { type Service, startService } from '../service/service.ts'
import { plantConversation } from './conversations.ts'
import { createCode, createKey, createOrganization, type Invitation, memberWith } from './given.ts'
import { plantScans } from './planted-scans.ts'
import { firstQuestion, plantQuestions } from './questions.ts'

export type Planted = Awaited<ReturnType<typeof plantOrganization>>

/** With a member of each role, `<role>@example.com`, besides the first owner. */
export const plantOrganization = async (t: TestContext) => {
  const service = await startService(t, { settings: { QPR_WEBHOOK_RETRY_SECONDS: '864000' } })
  const receiver = await startReceiver(t, { status: 500, body: 'Out of order.' })
  // Not the owner's default one: that can be neither left nor deleted.
  const { id: organization } = await createOrganization(service, { name: 'Harbour Hotels' })
  const organization_id = organization
  const webhook = await registerWebhook(service, `${receiver.url}/hooks`, {
    organization_id,
    description: 'The till',
  })
  const code = await createCode(service, {
    organization_id,
    name: 'Harbour Hotel, lobby',
    prompt: 'You are the concierge of the Harbour Hotel. Breakfast is from 7 to 10.',
    suggestions: ['When is breakfast?', 'Where is the pool?'],
    contact: { label: 'Front desk', url: 'https://harbour.example/' },
    lead_form: {
      title: 'Leave us a message',
      fields: [
        { key: 'email', label: 'Your e-mail address', type: 'email', required: true },
        { key: 'nights', label: 'Nights', type: 'choice', required: false, choices: ['1', '2'] },
      ],
      consent: 'You may contact me about my request.',
    },
    translations: { de: { lead_form: { title: 'Hinterlassen Sie uns eine Nachricht' } } },
  })
  const hours = { time_zone: 'Europe/Berlin', weekly: { mon: [['09:00', '24:00']] } }
  await service.request('PUT', `/v1/organizations/${organization}/handoff`, {
    body: { enabled: true, hours: { ...hours, closed: ['2026-12-25'] } },
  })
  const archived = await createCode(service, { organization_id, name: 'Pool bar' })
  await service.patch(`/v1/qpr-codes/${archived.id}`, { status: 'archived' })
  const delivery = await triedDelivery(service, webhook.id)
  const at = Date.now() - dayMs
  await plantScans(service, [
    { code, at, conversation_started: 1, conversation_messages: 2 },
    { code, at, country: 'US', device: 'desktop' },
  ])
  const said = ['When is breakfast?', 'From **7** to 10:\n\n- buffet\n- eggs', 'Thanks', 'Gladly.']
  const conversation = await plantConversation(service, code, { said, at, rating: 'up' })
  // On an archived code, so that the figures of the other one stay as planted.
  await plantQuestions(service, archived, ['Is there a sauna?'])
  const question = await firstQuestion(service, `organization_id=${organization}`)
  const { body: source } = await service.post<{ id: string }>('/v1/knowledge', {
    organization_id,
    kind: 'question',
    question: 'Where can I park?',
    answer: 'Behind the house.',
  })
  for (const role of roles) await service.keyOf(role, organization)
  await service.keyOf('editor', organization, 'barista@example.com')
  const member = await memberWith(service, organization, 'barista@example.com')
  const owner = await memberWith(service, organization, 'owner@localhost')
  const { body } = await service.post<Invitation>(`/v1/organizations/${organization}/members`, {
    email: 'invited@example.com',
  })
  const key = await createKey(service, { organization_id, name: 'Point of sale' })
  return {
    service,
    organization,
    code: code.id,
    webhook: webhook.id,
    /** Address of the receiver. */
    hooks: webhook.url,
    delivery: delivery.id,
    conversation,
    question: question.id,
    source: source.id,
    member: member.id,
    owner: owner.id,
    invitation: body.invitation_id,
    key: key.id,
  }
}

/** All have failed once, and nothing is tried again while the test looks. */
const triedDelivery = (service: Service, webhook: string) =>
  eventually(async () => {
    const all = await deliveriesOf(service, webhook)
    assert.ok(all[0] && all.every(({ attempts_count }) => attempts_count === 1))
    return all[0]
  })

const watched = [
  'organizations',
  'members',
  'invitations',
  'codes',
  'webhooks',
  'deliveries',
  'conversations',
  'messages',
  'api_key_texts',
] as const

/** All rows that a refused change could have changed. */
export const everythingIn = async ({ database }: Service): Promise<unknown> =>
  await Promise.all(watched.map((table) => database.db.selectFrom(table).selectAll().execute()))
