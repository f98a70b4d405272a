import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** Stands for a value in a compiled query until it runs. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** One compiled query, run with these parameters. */
interface Runs {
  rows(parameters: unknown[]): unknown[] | Promise<unknown[]>
  /** Returns the number of changed rows. */
  changes(parameters: unknown[]): number | Promise<number>
}

/** Makes a compiled query ready to run, without the overhead of the query builder. */
type Runner = (query: CompiledQuery) => Runs

const runners = new WeakMap<object, Runner>()

export const runPreparedWith = (db: Db, runner: Runner) => {
  runners.set(db.getExecutor().adapter, runner)
}

export type Value<Values> = <Name extends keyof Values & string>(
  name: Name,
) => RawBuilder<Values[Name]>

/** A query of the builder, or SQL as it is. */
type Built<Row> = Compilable<Row> | RawBuilder<Row>

export interface Prepared<Values, Row> {
  (db: Db, values: Values): Promise<Row[]>
  /**
   * Runs it and returns the number of changed rows. On SQLite this is much cheaper than `returning`,
   * for which it creates a temporary table.
   */
  changes(db: Db, values: Values): Promise<number>
  /** Runs it for one item after the other. On SQLite no other work runs in between. */
  forEach(db: Db, items: Values[]): Promise<void>
}

/**
 * A query for hot paths: built and compiled once per engine, then run with different values.
 * Building a query costs several times the time in which SQLite runs it.
 */
export const prepare = <Values extends object, Row>(
  build: (value: Value<Values>, db: Db) => Built<Row>,
): Prepared<Values, Row> => {
  const compiled = new WeakMap<object, CompiledQuery<Row>>()
  const known = new WeakMap<object, Runs & { parts: readonly unknown[] }>()
  const value: Value<Values> = (name) => sql`${new Placeholder(name)}`

  const compile = (db: Db, engine: object): CompiledQuery<Row> => {
    const compiledBefore = compiled.get(engine)
    if (compiledBefore) return compiledBefore
    const query = build(value, db).compile(db)
    compiled.set(engine, query)
    return query
  }

  /** A transaction has its own executor, but the adapter of its database. */
  const on = (db: Db) => {
    const { adapter } = db.getExecutor()
    const ready = known.get(adapter)
    if (ready) return ready
    const runner = runners.get(adapter)
    if (!runner) throw new Error('a prepared query needs a database that runs prepared queries')
    const query = compile(db, adapter.constructor)
    const made = { ...runner(query), parts: query.parameters }
    known.set(adapter, made)
    return made
  }

  const prepared = async (db: Db, values: Values) => {
    const { rows, parts } = on(db)
    return (await rows(filled(parts, values))) as Row[]
  }
  const changes = async (db: Db, values: Values) => {
    const query = on(db)
    return await query.changes(filled(query.parts, values))
  }
  const forEach = async (db: Db, items: Values[]) => {
    const { rows, parts } = on(db)
    for (const item of items) {
      const found = rows(filled(parts, item))
      if (found instanceof Promise) await found
    }
  }
  return Object.assign(prepared, { changes, forEach })
}

/** The parameters of a compiled query, with these values in their places. */
const filled = <Values>(parts: readonly unknown[], values: Values): unknown[] => {
  const parameters = new Array<unknown>(parts.length)
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]
    parameters[i] = part instanceof Placeholder ? values[part.name as keyof Values] : part
  }
  return parameters
}
