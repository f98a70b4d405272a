import { createCode } from '../data/given.ts'
import { openTalk } from '../data/talk.ts'
import type { Service } from './service.ts'

const consent = 'You may call me.'
const lead_form = {
  title: 'Leave a message',
  fields: [{ key: 'email', label: 'E-mail', type: 'email', required: true }],
  consent,
}

/** Visitors who ask for a person, members who answer, and how they are told. */
export const callPeople = async (service: Service): Promise<string[]> => {
  const organization = `/v1/organizations/${await service.defaultOrganizationId()}`
  await service.request('PUT', `${organization}/handoff`, { body: { enabled: true } })
  await service.get(`${organization}/handoff`)
  await service.request('PUT', `${organization}/privacy`, { body: { lead_days: 30 } })
  await service.get(`${organization}/privacy`)
  const secret = 'T0SECRET/B0SECRET/of-a-chat-tool'
  const url = `http://127.0.0.1:9/services/${secret}`
  await service.request('PUT', `${organization}/chat-targets`, {
    body: { targets: [{ kind: 'slack', url }] },
  })
  await service.request('PUT', `${organization}/chat-targets`, {
    body: { targets: [{ kind: 'slack', url: secret }] },
  })
  const { body: listed } = await service.get<{ targets: { id: string }[] }>(
    `${organization}/chat-targets`,
  )
  await service.post(`${organization}/chat-targets/${listed.targets[0]?.id}/test`)
  const [endpoint, auth] = [`http://127.0.0.1:9/push/${secret}`, 'c2VjcmV0LW9mLWJyb3dzZXI']
  await service.get('/v1/push-subscriptions')
  await service.post('/v1/push-subscriptions', { endpoint, keys: { p256dh: 'AAAA', auth } })
  await service.delete('/v1/push-subscriptions', { body: { endpoint } })

  const code = await createCode(service, { lead_form })
  const { conversation_id, token, ask, post, say } = await openTalk(service, code.short_id)
  const [said, written] = ['My room is 318.', 'The key of room 318 is under the mat.']
  await ask(said)
  await post('/handoff')
  await say(said)
  const path = `/v1/conversations/${conversation_id}`
  await service.post(`${path}/take`)
  await service.post(`${path}/typing`)
  await service.post(`${path}/messages`, { text: written })
  await service.post(`${path}/notes`, { text: written })
  await service.patch(path, { assignee: 'mem_unknown' })
  await service.post(`${path}/release`)
  await service.post(`${path}/end`)
  const email = 'ana.ilves@guests.example'
  await post('/lead', { values: { email: said }, consent })
  await post('/lead', { values: { email }, consent })
  await service.get(`/v1/leads?email=${encodeURIComponent(email)}`)
  await service.get('/v1/leads/export')
  await service.delete(`/v1/leads?email=${encodeURIComponent(email)}`)
  await service.delete('/v1/leads/lead_01JB0000000000000000000000')
  return [secret, auth, said, written, email, token]
}
