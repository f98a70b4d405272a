import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** Stands for a value in a compiled query until it runs. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Runs a compiled query without the overhead of the query builder. */
type Runner = (query: CompiledQuery) => unknown[] | Promise<unknown[]>

const runners = new WeakMap<object, Runner>()

export const runPreparedWith = (db: Db, runner: Runner) => {
  runners.set(db.getExecutor().adapter, runner)
}

type Value<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>

/** A query of the builder, or SQL as it is. */
type Built<Row> = Compilable<Row> | RawBuilder<Row>

/**
 * A query for hot paths: built and compiled once per engine, then run with different values.
 * Building a query costs several times the time in which SQLite runs it.
 */
export const prepare = <Values extends object, Row>(
  build: (value: Value<Values>, db: Db) => Built<Row>,
) => {
  const compiled = new WeakMap<object, CompiledQuery<Row>>()
  const value: Value<Values> = (name) => sql`${new Placeholder(name)}`

  return async (db: Db, values: Values): Promise<Row[]> => {
    // A transaction has its own executor, but the adapter of its database.
    const { adapter } = db.getExecutor()
    let query = compiled.get(adapter.constructor)
    if (!query) {
      query = build(value, db).compile(db)
      compiled.set(adapter.constructor, query)
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    const run = runners.get(adapter)
    if (!run) throw new Error('a prepared query needs a database that runs prepared queries')
    return (await run({ ...query, parameters })) as Row[]
  }
}
