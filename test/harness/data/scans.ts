// Scans by visitors, and the rows that the service stores.
import assert from 'node:assert/strict'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Static } from 'typebox'
import type {
  AnalyticsSchema,
  PageOfScans,
  ScanSchema,
} from '../../../src/features/scans/scans.schema.ts'
import type { Service } from '../service/service.ts'

export type Scan = Static<typeof ScanSchema>
export type Scans = Static<typeof PageOfScans>
export type Analytics = Static<typeof AnalyticsSchema>

export const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
export const iPad =
  'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
export const laptop =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36'

type Visited = Pick<Service, 'get'>

/** The page of a code, without a key, with any status. */
export const visit = (service: Visited, shortId: string, headers: Record<string, string> = {}) =>
  service.get(`/s/${shortId}`, { key: null, headers })

/** A scan that must succeed. */
export const scan = async (
  service: Visited,
  { short_id }: { short_id: string },
  headers?: Record<string, string>,
) => {
  const answer = await visit(service, short_id, headers)
  assert.equal(answer.status, 200, answer.text)
  return answer
}

/** With exactly these headers and the raw bytes, because `fetch` adds headers and decompresses. */
export const visitPlainly = (
  service: Pick<Service, 'address'>,
  { short_id }: { short_id: string },
  headers: Record<string, string> = {},
) => getPlainly(service, `/s/${short_id}`, headers)

export const getPlainly = async (
  { address }: Pick<Service, 'address'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }> => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address + path, { headers }, resolve).on('error', reject)
  })
  const bytes = await buffer(response)
  return { status: response.statusCode ?? 0, headers: response.headers, bytes }
}

/** The cookies that a response sets, as the next request sends them. */
export const cookiesOf = ({ headers }: { headers: IncomingHttpHeaders }): string =>
  (headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ')

/** Through a proxy that the service trusts (QPR_TRUST_PROXY=127.0.0.1). */
export const from = (address: string) => ({ 'X-Forwarded-For': address })

export const listScans = async (service: Service, query = '', key = service.key) => {
  const answer = await service.get<Scans>(`/v1/scans${query}`, { key })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** For a code, or for the organization without one. */
export const analyticsOf = async (
  service: Service,
  code: { id: string } | null,
  query = '',
): Promise<Analytics> => {
  const path = code ? `/v1/qpr-codes/${code.id}/analytics` : '/v1/analytics'
  const answer = await service.get<Analytics>(path + query)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

export const scansTotal = async (service: Service, { id }: { id: string }): Promise<number> =>
  (await service.get<{ scans_total: number }>(`/v1/qpr-codes/${id}`)).body.scans_total

/** The bodies of all `scan.created` in the outbox, oldest first. */
export const scanEvents = async ({ database }: Service) => {
  const rows = await database.db
    .selectFrom('events')
    .select(['body', 'organization_id'])
    .where('type', '=', 'scan.created')
    .orderBy('id')
    .execute()
  return rows.map(({ body, organization_id }) => ({ ...JSON.parse(body), organization_id }))
}
