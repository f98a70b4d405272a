import { compareWithBare, residentMegabytes } from './compare.ts'
import { type RunningService, startService } from './processes.ts'
import { median, report } from './report.ts'
import { headers } from './requests.ts'

export const createRequest = {
  method: 'POST',
  path: '/v1/qpr-codes',
  headers,
  body: JSON.stringify({
    name: 'Table {n}',
    prompt: 'You are the host of a small café. We close at six. '.repeat(10),
    template: 'hospitality',
    metadata: { table: '{n}' },
  }),
}

/** Creations against a bare server; start and memory of the service. */
export const bench = async () => {
  const service = await startService()
  const resident = residentMegabytes(service)
  report('resident memory after the start', `${resident} MB`, '≤ 130 MB', resident <= 130)
  await starts()
  await compareWithBare('POST /v1/qpr-codes, durable', service, createRequest, {
    throughput: 0.28,
  })
  await service.stop()
}

/** An empty folder each time; the code cache is that of the start before. */
const starts = async () => {
  const times: number[] = []
  for (let n = 0; n < 7; n++) {
    const service = await startService({}, { isNpm: true })
    times.push(service.startupMs)
    await service.stop()
  }
  const usual = median(times)
  const text = `${Math.round(usual)} ms`
  report('`npm start` to the first response, median of 7', text, '≤ 900 ms', usual <= 900)
}

export const create = async ({ address }: RunningService) => {
  const { method, path, body } = createRequest
  const response = await fetch(address + path, { method, headers, body })
  if (!response.ok) throw new Error(await response.text())
}
