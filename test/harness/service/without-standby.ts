import assert from 'node:assert/strict'
import { Client } from 'pg'
import { eventually } from '../checks/eventually.ts'
import { startPostgres } from './postgres.ts'

/** A primary that can be told to wait for a synchronous standby that does not exist. */
export const startWithoutStandby = async () => {
  const server = await startPostgres()
  const operator = new Client({ connectionString: server.url })
  /** Commits to see whether commits wait. */
  const trial = new Client({ connectionString: server.url, application_name: 'trial' })
  await Promise.all([operator.connect(), trial.connect()])
  await operator.query('set synchronous_commit = local')
  await trial.query('create table trials (at timestamptz)')

  const doesCommitWait = async (): Promise<boolean> => {
    let isDone = false
    const inserted = trial.query('insert into trials values (now())').then(() => {
      isDone = true
    })
    const isWaiting = await eventually(async () => {
      const { rowCount } = await operator.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where wait_event = 'SyncRep' and application_name = 'trial'`,
      )
      assert.ok(isDone || rowCount)
      return !isDone
    })
    await inserted
    return isWaiting
  }

  /** Resolves when commits wait, or no longer do: the server needs a moment. */
  const setStandby = async (name: string) => {
    await operator.query(`alter system set synchronous_standby_names = '${name}'`)
    await operator.query('select pg_reload_conf()')
    await eventually(async () => assert.equal(await doesCommitWait(), name !== ''))
  }

  return {
    url: server.url,
    query: (text: string) => operator.query(text),
    /** From now on every commit waits. */
    requireStandby: () => setStandby('absent'),
    /** Confirms the commits that wait, and those after them. */
    releaseStandby: () => setStandby(''),
    /** The number of commits that wait. */
    async waits(): Promise<number> {
      const { rowCount } = await operator.query(
        `select 1 from pg_stat_activity where wait_event = 'SyncRep'`,
      )
      return rowCount ?? 0
    },
    /** Waits for such a commit and ends its wait, as an operator would. */
    endWaits: (action: 'pg_cancel_backend' | 'pg_terminate_backend') =>
      eventually(async () => {
        const { rowCount } = await operator.query(
          `select ${action}(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
        )
        assert.ok(rowCount)
      }),
    async stop() {
      await Promise.all([operator.end(), trial.end()])
      await server.stop()
    },
  }
}
