import assert from 'node:assert/strict'
import type { ProblemBody } from '../service/client.ts'
import type { Service } from '../service/service.ts'
import { createCode } from './given.ts'
import { openTalk, type Visit, type Visitor } from './talk.ts'

/** The visitor's view, with the fields about people. */
export interface PeopleVisit extends Visit {
  handling: 'assistant' | 'waiting' | 'person'
  person: { name: string } | null
  offer: 'handoff' | null
  notice: string | null
}

export interface HandledConversation extends ProblemBody {
  id: string
  handling: 'assistant' | 'waiting' | 'person'
  assignee: string | null
  messages_count: number
  messages: { role: string; text: string; name: string | null; status: string }[]
  notes: { id: string; text: string; name: string | null }[]
  name: string
}

/** Hand-off is on for the organization of the caller. */
export const switchOn = async (service: Service, fields: object = {}) => {
  const path = `/v1/organizations/${await service.defaultOrganizationId()}/handoff`
  const { status, text, body } = await service.request('PUT', path, {
    body: { enabled: true, ...fields },
  })
  assert.equal(status, 200, text)
  return body
}

/** A visitor who has asked something, at a code whose visitors can ask for a person. */
export const talkWithPeople = async (
  service: Service,
  {
    handoff = {},
    code: fields = {},
    headers = {},
  }: { handoff?: object; code?: object; headers?: object } = {},
) => {
  await switchOn(service, handoff)
  const code = await createCode(service, { prompt: 'Breakfast is at seven.', ...fields })
  const visitor = await openTalk(service, code.short_id, headers)
  await visitor.ask('When is breakfast?')
  return { code, ...visitor }
}

export const viewOf = async (visitor: Pick<Visitor, 'view'>) =>
  (await visitor.view()) as unknown as PeopleVisit

/** What a member does with a conversation. */
export const memberOf = (service: Service, key = service.key) => {
  const call = (rest: string, id: string, body?: object) =>
    service.post<HandledConversation>(`/v1/conversations/${id}${rest}`, body, { key })
  return {
    take: (id: string, body?: object) => call('/take', id, body),
    write: (id: string, text: string) => call('/messages', id, { text }),
    typing: (id: string) => call('/typing', id),
    release: (id: string) => call('/release', id),
    end: (id: string) => call('/end', id),
    note: (id: string, text: string) => call('/notes', id, { text }),
    assign: (id: string, assignee: string | null) =>
      service.patch<HandledConversation>(`/v1/conversations/${id}`, { assignee }, { key }),
    read: async (id: string) =>
      (await service.get<HandledConversation>(`/v1/conversations/${id}`, { key })).body,
  }
}
