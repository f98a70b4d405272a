// Two processes of one service on one PostgreSQL.
import type { Code } from '../../../test/harness/data/given.ts'
import { asking } from '../../../test/harness/data/talk.ts'
import type { Provider } from '../../../test/harness/providers/provider.ts'
import { newDatabase } from '../../../test/harness/service/postgres.ts'
import { newMachine, testKey } from '../../../test/harness/service/process.ts'

/** Both processes end with the test, or after all tests of a file that share them (`{ after }`). */
export const startTwo = async (
  t: { after(end: () => Promise<void>): void },
  serverUrl: string,
  provider: Provider,
  more = {},
) => {
  const settings = {
    DATABASE_URL: await newDatabase(serverUrl),
    QPR_SECRET: 'the-same-secret-for-both-of-them',
    ...asking(provider),
    ...more,
  }
  const running = await (await newMachine(t)).serve(settings)
  // The second one is the process of the test.
  const here = await (await newMachine(t)).serveHere(settings)
  const one = { running, address: running.address, key: testKey, ...(await running.connect()) }
  const other = { address: here.address, key: testKey, ...(await here.connect()) }
  const newCode = async () => {
    const fields = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }
    return (await one.post<Code>('/v1/qpr-codes', fields)).body
  }
  return { one, other, newCode }
}
