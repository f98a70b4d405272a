import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import {
  type Code,
  createCode,
  createKey,
  createOrganization,
  type Invitation,
  memberWith,
} from '../data/given.ts'
import { talkWithNewCode } from '../data/talk.ts'
import { openMailbox } from '../receivers/mailbox.ts'
import { closedPort, deliveriesOf, registerWebhook, type Webhook } from '../receivers/webhooks.ts'
import type { Service } from './service.ts'
import { cookieOf } from './session.ts'
import { callAssistants } from './traffic.assistants.ts'
import { callKnowledge } from './traffic.knowledge.ts'
import { callLooks } from './traffic.looks.ts'
import { callPeople } from './traffic.people.ts'

const prompt = 'You are a concierge who never tells that breakfast is free.'
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

/**
 * Calls every route, with valid and invalid input. Returns everything that must stay confidential.
 */
export const callEverything = async (t: TestContext, service: Service): Promise<string[]> => [
  prompt,
  ...(await callCodes(service)),
  ...(await callLooks(service, prompt)),
  ...(await callConversations(service)),
  ...(await callKnowledge(service)),
  ...(await callAssistants(t, service, prompt)),
  ...(await callWebhooks(service)),
  ...(await callKeys(service)),
  ...(await callOrganizations(t, service)),
  ...(await signIn(t, service)),
  // Last, because they send mails to the owner, who waits for a link above.
  ...(await callBilling(service)),
  ...(await callPeople(service)),
]

const callCodes = async (service: Service) => {
  const { id } = await createCode(service, { prompt, welcome_message: `${prompt} Hello!` })
  await service.get('/v1/qpr-codes?q=concierge')
  await service.get('/v1/templates')
  await service.get(`/v1/qpr-codes/${id}`)
  await service.patch(`/v1/qpr-codes/${id}`, { prompt, status: 'archived' })
  await service.patch(`/v1/qpr-codes/${id}`, { prompt, name: 17 })
  await service.post('/v1/qpr-codes', undefined, { rawBody: `{"prompt":"${prompt}"` })
  await service.delete(`/v1/qpr-codes/${id}`)
  await service.post('/v1/qpr-codes/preview-answer', {
    name: 'Concierge',
    prompt,
    messages: [{ role: 'visitor', text: 'Is breakfast free?' }],
  })
  await service.get('/v1/jobs')
  await service.get('/v1/jobs/job_01JB0000000000000000000000')
  await service.post('/v1/jobs/job_01JB0000000000000000000000/cancel')
  await service.post('/v1/jobs/job_01JB0000000000000000000000/retry')
  await callScans(service)
  return []
}

const callScans = async (service: Service) => {
  const codes = [{ name: 'Table 1', prompt }]
  await service.post('/v1/qpr-codes/bulk', { codes: [...codes, { prompt }] })
  const { body } = await service.post<{ codes: Code[] }>('/v1/qpr-codes/bulk', { codes })
  const [code] = body.codes
  assert.ok(code)
  const path = `/v1/qpr-codes/${code.id}`
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
  const headers = { 'Content-Type': 'image/svg+xml' }
  await service.request('PUT', `${path}/logo`, { rawBody: svg, headers })
  await service.get(`${path}/logo`)
  await service.delete(`${path}/logo`)
  await service.post('/v1/qpr-codes/archive', { ids: [code.id] })
  await service.post('/v1/qpr-codes/archive', { ids: [code.id], status: 'active' })
  await service.post('/v1/qpr-codes/preview-image', { qpr_code_id: code.id })
  await service.post('/v1/qpr-codes/print-sheet', { ids: [code.id] })
  await service.get(`/qr/${code.short_id}.png`)
  for (const page of ['', '/chat']) await service.get(`/s/${code.short_id}${page}`)
  for (const view of ['', '/export', '/stream']) await service.get(`/v1/scans${view}`)
  for (const view of ['/v1/analytics', `${path}/analytics`]) await service.get(view)
}

/** A visitor's message is only for the owner. */
const callConversations = async (service: Service) => {
  const said = 'My room is 217 and my name is Ana Ilves.'
  const { token, path, say, post, ask, view, follow, ...visitor } = await talkWithNewCode(service, {
    prompt,
  })
  await ask(said)
  await say('')
  await post('/retry')
  await post('/stop')
  await post('/rating', { rating: 'down', comment: said })
  await view()
  const stream = await follow()
  stream.close()
  for (const list of ['', `/${visitor.conversation_id}`, '/export?format=csv']) {
    await service.get(`/v1/conversations${list}`)
  }
  for (const view of ['hours', 'codes', 'questions', 'answers']) {
    await service.get(`/v1/analytics/${view}`)
  }
  await service.get(`/v1/conversations?q=${encodeURIComponent('name is Ana')}`)
  await post('/close')
  await visitor.forget()
  await service.get(path('x'), { key: null })
  const other = await talkWithNewCode(service)
  await other.ask(said)
  await service.delete(`/v1/conversations/${other.conversation_id}`)
  return [said, token, other.token]
}

const callWebhooks = async (service: Service) => {
  const token = 'a-token-in-the-address-of-a-receiver'
  const { id, secret } = await registerWebhook(service, `${closedPort}?token=${token}`)
  const path = `/v1/webhooks/${id}`
  await service.post('/v1/webhooks', { url: `ftp://127.0.0.1/${token}` })
  for (const view of ['/v1/webhooks', path, `${path}/health`]) await service.get(view)
  await service.patch(path, { description: 'Till' })
  const rotated = await service.post<Webhook>(`${path}/rotate-secret`, {})
  await service.post(`${path}/test`, {})
  await createCode(service, { prompt })
  const delivery = `/v1/deliveries/${(await deliveriesOf(service, id))[0]?.id}`
  await service.get(delivery)
  await service.post(`${delivery}/retry`, {})
  await service.post(`${path}/replay`, { since: '2026-01-01T00:00:00Z' })
  for (const view of ['', '/stream']) await service.get(`/v1/events${view}`)
  await service.delete(path)
  return [token, secret, rotated.body.secret]
}

const callKeys = async (service: Service) => {
  const { id, key } = await createKey(service)
  await service.get('/v1/api-keys', { key })
  await service.get(`/v1/api-keys/${id}`)
  const headers = { 'Idempotency-Key': 'rotate-once' }
  const rotate = () =>
    service.post<{ key: string }>(`/v1/api-keys/${id}/rotate`, {}, { key, headers })
  const rotated = await rotate()
  await rotate()
  await service.delete(`/v1/api-keys/${id}`)
  const unknown = 'qpr_sk_unknownunknownunknownunknown'
  for (const other of [key, unknown]) await service.get('/v1/qpr-codes', { key: other })
  await service.get(`/v1/qpr-codes?key=${key}`, { key: null })
  await service.get(`/${unknown}`)
  return [service.key, key, rotated.body.key, unknown]
}

const callOrganizations = async (t: TestContext, service: Service) => {
  const mailbox = await openMailbox(t, service)
  const { id } = await createOrganization(service)
  const path = `/v1/organizations/${id}`
  await service.get('/v1/organizations')
  await service.get(path)
  await service.patch(path, { name: 'Seaside Hotels' })
  const invite = (email: string) => service.post<Invitation>(`${path}/members`, { email })
  await invite('ana@example.com')
  const link = await mailbox.linkTo('ana@example.com')
  await service.get(link)
  const accepted = await service.post(link, undefined, { rawBody: '', headers: form })
  assert.equal(accepted.status, 303)
  // Each of these is refused with a sentence that contains the address or the token.
  await invite('ana@example.com')
  await invite('ana@@example.com')
  await service.post(link, undefined, { rawBody: '', headers: form })
  await service.get(`${link}x`, { headers: { Accept: 'text/html' } })

  const { id: memberId } = await memberWith(service, id, 'ana@example.com')
  await service.get(`${path}/members`)
  await service.patch(`${path}/members/${memberId}`, { role: 'admin' })
  await service.delete(`${path}/members/${memberId}`)
  const { body } = await invite('ben@example.com')
  await service.get(`${path}/invitations`)
  await service.get(`${path}/invitations/${body.invitation_id}/link`)
  await service.post(`${path}/invitations/${body.invitation_id}/resend`)
  await service.delete(`${path}/invitations/${body.invitation_id}`)
  await service.delete(path)
  return [
    'ana@example.com',
    'ana@@example.com',
    'ben@example.com',
    link,
    ...secretsOf(accepted, link),
  ]
}

const callBilling = async (service: Service) => {
  const path = `/v1/organizations/${await service.defaultOrganizationId()}`
  for (const view of ['/v1/plans', `${path}/usage`, `${path}/subscription`]) await service.get(view)
  const choose = (plan: string) =>
    service.request('PUT', `${path}/subscription`, { body: { plan } })
  for (const plan of ['starter', 'gold']) await choose(plan)
  await service.post(`${path}/subscription/portal`)
  await service.delete(`${path}/subscription`)
  // The mails about it go to this address.
  return [service.config.QPR_OWNER_EMAIL]
}

const signIn = async (t: TestContext, service: Service) => {
  const mailbox = await openMailbox(t, service)
  const owner = service.config.QPR_OWNER_EMAIL
  const ask = (email: string) =>
    service.post('/signin', undefined, {
      rawBody: new URLSearchParams({ email }).toString(),
      headers: form,
    })
  for (const email of [owner, 'stranger@example.com', 'no address @example.com']) await ask(email)
  const link = await mailbox.linkTo(owner)
  await service.get(link)
  const signedIn = await service.post(link, undefined, { rawBody: '', headers: form })
  assert.equal(signedIn.status, 303)
  await service.post(link, undefined, { rawBody: '', headers: form })
  const headers = { Cookie: cookieOf(signedIn), Origin: service.address, Accept: 'text/html' }
  assert.equal((await service.get('/account', { headers })).status, 200)
  assert.equal((await service.get('/v1/qpr-codes', { key: null, headers })).status, 200)
  for (const view of ['account', 'sessions']) {
    await service.get(`/v1/${view}`, { key: null, headers })
  }
  await service.get('/v1/account/export', { key: null, headers })
  // Both are refused.
  await service.patch('/v1/account', { email: 'no address @example.com' }, { key: null, headers })
  await service.delete('/v1/account')
  await service.delete('/v1/sessions/ses_unknown', { key: null, headers })
  await service.post('/signout', undefined, { rawBody: '', headers: { ...form, ...headers } })
  await service.get('/v1/qpr-codes', { key: null, headers })
  const addresses = [owner, 'stranger@example.com', 'no address @example.com']
  return [...addresses, link, ...secretsOf(signedIn, link)]
}

/** The token of the session, and the secret part of the link. */
const secretsOf = (answer: Parameters<typeof cookieOf>[0], link: string): string[] => {
  const [, session = ''] = cookieOf(answer).split('=')
  const [, signature = ''] = link.split('.')
  return [session, signature]
}
