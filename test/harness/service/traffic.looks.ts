import { createCode } from '../data/given.ts'
import type { Service } from './service.ts'

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
const svgHeaders = { 'Content-Type': 'image/svg+xml' }

/** The routes of tags, history, templates, printing, brand, translations and the audit log. */
export const callLooks = async (service: Service, prompt: string): Promise<string[]> => {
  const { id } = await createCode(service, { prompt, tags: ['terrace'] })
  const code = `/v1/qpr-codes/${id}`
  await service.patch(code, { prompt: `${prompt} Be brief.` })
  for (const view of ['', '/1']) await service.get(`${code}/history${view}`)
  await service.post(`${code}/history/1/restore`, {})
  await service.patch('/v1/qpr-codes/bulk', { ids: [id], tags: { add: ['garden'] } })
  await service.get('/v1/tags')
  for (const view of ['print', 'print-preview']) {
    await service.get(`${code}/${view}?kind=poster&size=a4`)
  }
  await service.post('/v1/qpr-codes/translate', {
    title: 'Concierge',
    welcome_message: prompt,
    languages: ['fr'],
  })

  const organization = `/v1/organizations/${await service.defaultOrganizationId()}`
  const contact = { label: 'Write to us', url: 'mailto:office@example.com' }
  for (const name of ['Harbour Hotels', 17]) {
    await service.patch(`${organization}/brand`, { name, contact })
  }
  await service.get(`${organization}/brand`)
  await service.request('PUT', `${organization}/brand/logo`, { rawBody: svg, headers: svgHeaders })
  await service.get(`${organization}/brand/logo`)
  await service.delete(`${organization}/brand/logo`)
  await service.post('/v1/qpr-codes/apply-brand', { ids: [id] })

  const templates = `${organization}/templates`
  const saved = await service.post<{ id: string }>(templates, { qpr_code_id: id })
  const template = `${templates}/${saved.body.id}`
  for (const view of [templates, template]) await service.get(view)
  await service.patch(template, { title: 'Concierge' })
  await service.delete(template)

  await service.get(`${organization}/notifications`)
  await service.patch(`${organization}/notifications`, { bad_rating: true })
  for (const view of ['', '/export?format=csv']) await service.get(`${organization}/audit${view}`)
  return ['office@example.com']
}
