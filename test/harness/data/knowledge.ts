import assert from 'node:assert/strict'
import { eventually, patienceMs } from '../checks/eventually.ts'
import type { Service } from '../service/service.ts'

export interface Source {
  id: string
  organization_id: string
  kind: string
  title: string
  status: 'processing' | 'ready' | 'failed'
  reason: string | null
  progress: { done: number; total: number } | null
  code_ids: string[] | null
  pages: number
  passages: number
  size_bytes: number
  url: string | null
  question: string | null
  answer: string | null
  encoding: string | null
  refresh: string
  refreshed_at: string | null
  created_at: string
  updated_at: string
}

export interface FoundPassage {
  id: string
  source_id: string
  title: string
  url: string | null
  page: number | null
  headings: string[]
  text: string
  score: number
}

export interface SearchAnswer {
  passages: FoundPassage[]
  is_whole: boolean
  best: number
}

type Client = Pick<Service, 'request' | 'get' | 'post'>

/** Uploads a file as it is. */
export const upload = <T = Source>(
  service: Client,
  name: string,
  content: string | Buffer,
  query: Record<string, string> = {},
) =>
  service.request<T>('POST', `/v1/knowledge/files?${new URLSearchParams({ name, ...query })}`, {
    rawBody: content,
    headers: { 'Content-Type': 'application/octet-stream' },
  })

/** The source when it is ready or failed. */
export const processed = async (
  service: Client,
  id: string,
  withinMs = patienceMs,
): Promise<Source> =>
  await eventually(async () => {
    const { body, text } = await service.get<Source>(`/v1/knowledge/${id}`)
    assert.ok(body.status === 'ready' || body.status === 'failed', text)
    return body
  }, withinMs)

export const addFile = async (service: Client, name: string, content: string | Buffer) => {
  const { status, text, body } = await upload(service, name, content)
  assert.equal(status, 201, text)
  return await processed(service, body.id)
}

export const addSource = async (service: Client, input: Record<string, unknown>) => {
  const { status, text, body } = await service.post<Source>('/v1/knowledge', input)
  assert.equal(status, 201, text)
  return body
}

export const search = async (service: Client, q: string, more: Record<string, string> = {}) => {
  const path = `/v1/knowledge/search?${new URLSearchParams({ q, ...more })}`
  const { status, text, body } = await service.get<SearchAnswer>(path)
  assert.equal(status, 200, text)
  return body
}
