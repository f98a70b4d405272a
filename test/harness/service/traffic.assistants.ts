import type { TestContext } from 'node:test'
import { createCode } from '../data/given.ts'
import { connectTo } from './assistant.ts'
import type { Service } from './service.ts'

/** The routes for the assistants of owners and visitors, with valid and invalid arguments. */
export const callAssistants = async (t: TestContext, service: Service, prompt: string) => {
  const said = 'Do you know Tove Lindqvist of room 318?'
  const { short_id } = await createCode(service, { prompt })
  const page = `/s/${short_id}`
  await service.get(`${page}/about.json`, { key: null })
  const visitor = await connectTo(t, `${service.address}${page}/mcp`, null)
  const { conversation } = await visitor.ask<{ conversation: string }>('ask', { question: said })
  await visitor.call('ask', { question: '', conversation })
  const owner = await connectTo(t, `${service.address}/mcp`, service.key)
  await owner.ask('create_code', { name: 'Concierge', prompt })
  await owner.call('create_code', { name: 17, prompt })
  await service.post('/mcp', undefined, { rawBody: `{"prompt":"${prompt}"` })
  return [said, conversation]
}
