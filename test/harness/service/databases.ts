import { Client } from 'pg'
import { createDatabase, dropDatabase, migratedTemplate } from './postgres.ts'

/** Emptied, and free for the next test of this process, because creating one takes far longer. */
const idle: string[] = []

/** One connection for each database, kept, because a new one begins with cold caches. */
const cleaners = new Map<string, Client>()

/** A database with all migrations and no rows, on the server of the runner. */
export const takeDatabase = async (serverUrl: string): Promise<string> =>
  idle.pop() ?? (await createDatabase(serverUrl, undefined, migratedTemplate))

export const giveBack = async (url: string): Promise<void> => {
  try {
    await empty(url)
    idle.push(url)
  } catch {
    // A test may leave it in any state, so the next one gets another.
    cleaners.delete(url)
    await dropDatabase(url)
  }
}

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
