import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { runPreparedWith } from '../prepared.ts'
import type { Tables } from '../tables.ts'
import { processTag } from './postgres-connection.ts'

const names = new Map<string, string>()

/**
 * The same text has the same name on every connection of this process, so that PostgreSQL parses
 * and plans it once. The name is unique to the process, because processes behind a pooler may share
 * a session.
 */
const nameOf = (text: string): string => {
  const known = names.get(text)
  if (known) return known
  const name = `qpr_${processTag}_${names.size}`
  names.set(text, name)
  return name
}

type RunOn = (
  on: Pool | PoolClient,
  query: CompiledQuery,
) => {
  rows(parameters: unknown[]): Promise<unknown[]>
  changes(parameters: unknown[]): Promise<number>
}

/** Only for prepared queries, whose texts are few, unlike those of the query builder. */
export const createQueryRunner =
  (isNaming: boolean): RunOn =>
  (on, { sql: text }) => {
    const named = isNaming ? { name: nameOf(text), text } : { text }
    return {
      rows: async (values) => (await on.query({ ...named, values })).rows,
      changes: async (values) => (await on.query({ ...named, values })).rowCount ?? 0,
    }
  }

/**
 * The query builder on an existing connection, for a transaction. Unlike the builder's own
 * transactions it does not wait for one result before it sends the next query, so concurrent
 * queries are pipelined.
 */
const dbOver = (client: PoolClient, runOn: RunOn): Kysely<Tables> => {
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOver(client),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  runPreparedWith(db, (query) => runOn(client, query))
  return db
}

/** One for each connection of the pool, created on first use. */
export const createClientDbs = (runOn: RunOn) => {
  const dbs = new WeakMap<PoolClient, Kysely<Tables>>()
  return (client: PoolClient): Kysely<Tables> => {
    const known = dbs.get(client)
    if (known) return known
    const db = dbOver(client, runOn)
    dbs.set(client, db)
    return db
  }
}

const driverOver = (client: PoolClient): Driver => {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, rowCount, command } = await client.query(sql, parameters as unknown[])
      const hasChanged = command !== 'SELECT' && rowCount !== null
      return { rows, ...(hasChanged && { numAffectedRows: BigInt(rowCount) }) }
    },
    streamQuery: () => {
      throw new Error('a transaction does not stream')
    },
  }
  const notHere = async () => {
    throw new Error('a transaction is begun and ended by the database')
  }
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    beginTransaction: notHere,
    commitTransaction: notHere,
    rollbackTransaction: notHere,
    destroy: async () => undefined,
  }
}
