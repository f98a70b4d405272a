import assert from 'node:assert/strict'
import { Client } from 'pg'
import { createLog } from '../../../src/platform/kit/log.ts'
import type { Database } from '../../../src/platform/store/database.ts'
import { openDatabase } from '../../../src/platform/store/open.ts'
import { eventually } from '../checks/eventually.ts'
import { dropDatabase, newDatabase } from './postgres.ts'

interface Kept {
  readonly url: string
  readonly database: Database
}

/**
 * Emptied, and free for the next test of this process, with their connections: creating a database
 * takes far longer than emptying it, and a new connection begins with cold caches.
 */
const idle: Kept[] = []

/** One more connection for each database, which empties it. */
const cleaners = new Map<string, Client>()

/** A database with all migrations and no rows, on the server of the runner. */
export const takeDatabase = async (serverUrl: string) => {
  const kept = idle.pop() ?? (await openNew(serverUrl))
  const { url, database: own } = kept
  const unlisten: (() => void)[] = []
  const signals: Database['signals'] = {
    ...own.signals,
    listen: (receive) => {
      const end = own.signals.listen(receive)
      unlisten.push(end)
      return end
    },
  }
  return {
    url,
    /** Connected. It stays open for the next test. */
    database: { ...own, signals, close: async () => undefined },
    async giveBack() {
      for (const end of unlisten) end()
      try {
        // A request that its client aborted may still be at work.
        await eventually(async () => assert.equal(own.load().busy, 0), 1000)
        await empty(url)
        idle.push(kept)
      } catch {
        // A test may leave it in any state, so the next one gets another.
        cleaners.delete(url)
        await own.close()
        await dropDatabase(url)
      }
    },
  }
}

const openNew = async (serverUrl: string): Promise<Kept> => {
  const url = await newDatabase(serverUrl)
  const database = openDatabase(url, createLog(process.env.QPR_TEST_LOG ?? 'silent'))
  await database.connect()
  return { url, database }
}

// The runner has no more files for this process.
process.once('disconnect', () => {
  for (const { database } of idle.splice(0)) void database.close()
})

const empty = async (url: string) => {
  let client = cleaners.get(url)
  if (!client) {
    client = new Client({ connectionString: url })
    // A test may drop the database or stop the server; the next query shows it.
    client.on('error', () => cleaners.delete(url))
    await client.connect()
    // It must not keep the process alive.
    ;(client as unknown as { unref(): void }).unref()
    cleaners.set(url, client)
  }
  await client.query(withoutRows)
}

// Rows of small tables are deleted, which creates no new file; large tables are truncated.
const withoutRows = `
  set session_replication_role = replica;
  do $$
  declare
    one record;
  begin
    for one in
      select relname as name, pg_relation_size(oid) as size from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not in ('migrations', 'migrations_lock') and pg_relation_size(oid) > 0
    loop
      execute format(
        case when one.size > 2000000 then 'truncate %I cascade' else 'delete from %I' end,
        one.name
      );
    end loop;
    for one in select sequencename as name from pg_sequences where schemaname = 'public' loop
      perform setval(format('%I', one.name)::regclass, 1, false);
    end loop;
  end $$;
`
