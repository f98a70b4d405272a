import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** Stands for a value in a compiled query until it runs. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Runs one compiled query with these parameters. */
type Run = (parameters: unknown[]) => unknown[] | Promise<unknown[]>

/** Makes a compiled query ready to run, without the overhead of the query builder. */
type Runner = (query: CompiledQuery) => Run

const runners = new WeakMap<object, Runner>()

export const runPreparedWith = (db: Db, runner: Runner) => {
  runners.set(db.getExecutor().adapter, runner)
}

type Value<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>

/** A query of the builder, or SQL as it is. */
type Built<Row> = Compilable<Row> | RawBuilder<Row>

export interface Prepared<Values, Row> {
  (db: Db, values: Values): Promise<Row[]>
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
  const runs = new WeakMap<object, (values: Values) => unknown[] | Promise<unknown[]>>()
  const value: Value<Values> = (name) => sql`${new Placeholder(name)}`

  const compile = (db: Db, engine: object): CompiledQuery<Row> => {
    const known = compiled.get(engine)
    if (known) return known
    const query = build(value, db).compile(db)
    compiled.set(engine, query)
    return query
  }

  /** A transaction has its own executor, but the adapter of its database. */
  const runOn = (db: Db) => {
    const { adapter } = db.getExecutor()
    const known = runs.get(adapter)
    if (known) return known
    const runner = runners.get(adapter)
    if (!runner) throw new Error('a prepared query needs a database that runs prepared queries')
    const query = compile(db, adapter.constructor)
    const parts = query.parameters as unknown[]
    const run = runner(query)
    const runWith = (values: Values) => {
      const parameters = new Array<unknown>(parts.length)
      for (let i = 0; i < parts.length; i++) {
        const part = parts[i]
        parameters[i] = part instanceof Placeholder ? values[part.name as keyof Values] : part
      }
      return run(parameters)
    }
    runs.set(adapter, runWith)
    return runWith
  }

  const prepared = async (db: Db, values: Values) => (await runOn(db)(values)) as Row[]
  const forEach = async (db: Db, items: Values[]) => {
    const run = runOn(db)
    for (const item of items) {
      const rows = run(item)
      if (rows instanceof Promise) await rows
    }
  }
  return Object.assign(prepared, { forEach })
}
