import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type DialectAdapter,
  Kysely,
  type LimitNode,
  type QueryCompiler,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
  ValueNode,
} from 'kysely'
import { createBounded } from '../../kit/bounded.ts'
import { systemClock } from '../../kit/clock.ts'
import type { Database } from '../database.ts'
import { migrate } from '../migrations/migrations.ts'
import { runPreparedWith } from '../prepared.ts'
import { createLocalSignals } from '../signals.ts'
import type { Tables } from '../tables.ts'
import { createDurableReader, createGroupCommit, createLogSync } from './group-commit.ts'

/** One writer that commits in groups, and one reader beside it. */
export const openSqlite = (path: string, log = createLogSync(path)): Database => {
  mkdirSync(dirname(path), { recursive: true })
  const writerFile = openFile(path)
  const writer = kyselyOver(writerFile, null)
  const readerFile = openFile(path)
  readerFile.exec('pragma query_only = on')
  const answers = createAnswerCache(readerFile)
  const reader = kyselyOver(readerFile, answers)
  const { transaction, idle, count } = createGroupCommit({
    file: writerFile,
    db: writer,
    log,
    reader: createDurableReader(readerFile),
    committed: answers.drop,
  })

  return {
    engine: 'sqlite',
    isExclusive: true,
    db: reader,
    transaction,
    load: () => ({ busy: Math.min(1, count()), idle: Math.max(0, 1 - count()), waiting: count() }),
    version: answers.version,
    signals: createLocalSignals(),
    clock: systemClock,
    connect: async () => undefined,
    maintain: null,
    async snapshot(work) {
      const file = openFile(path)
      try {
        file.exec('pragma query_only = on; begin; select 1 from sqlite_schema limit 1')
        // It may contain a commit that is not on disk yet.
        await log.store()
        return await work(kyselyOver(file, null))
      } finally {
        file.close()
      }
    },
    // Before the first transaction, because it opens its own on the writer.
    async migrate() {
      // Only a migration may edit the schema table. Node.js 22 does not protect it and lacks the
      // method.
      writerFile.enableDefensive?.(false)
      try {
        // The log may have a commit that the disk refused before this start, and that only the
        // kernel's memory has. Moving it writes and stores it once more.
        writerFile.exec('pragma wal_checkpoint(passive)')
        const names = await migrate(writer, 'sqlite')
        await log.store()
        return names
      } finally {
        writerFile.enableDefensive?.(true)
      }
    },
    async close() {
      await idle()
      writerFile.close()
      readerFile.close()
      await log.close()
    },
  }
}

const openFile = (path: string): DatabaseSync => {
  const file = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true })
  // NORMAL: a commit does not wait for the disk. The group commit does, before it acknowledges.
  // Secure delete writes zeros over deleted rows and free pages, where they could be read for years.
  file.exec(`
    pragma journal_mode = wal;
    pragma synchronous = normal;
    pragma temp_store = memory;
    pragma cache_size = -16000;
    pragma secure_delete = on;
  `)
  return file
}

const kyselyOver = (file: DatabaseSync, answers: AnswerCache | null): Kysely<Tables> => {
  const database = asKyselyDatabase(file, answers)
  const kysely = new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database }) })
  runPreparedWith(kysely, (query) => {
    const statement = database.prepare(query.sql)
    return {
      rows(parameters) {
        if (statement.reader) return statement.all(parameters)
        statement.run(parameters)
        return noRows
      },
      changes: (parameters) => Number(statement.run(parameters).changes),
    }
  })
  return kysely
}

const noRows = Object.freeze([]) as unknown as unknown[]

class OurQueryCompiler extends SqliteQueryCompiler {
  /** A single writer needs no row locks, and SQLite has no syntax for them. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!node.modifier?.startsWith('For') && node.modifier !== 'SkipLocked') {
      super.visitSelectModifier(node)
    }
  }

  /**
   * As a number in the text. SQLite plans for the value of a bound limit, so it would prepare the
   * statement again at every run, which costs several times a short query.
   */
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) {
      this.append(`limit ${limit.value}`)
    } else super.visitLimit(node)
  }
}

/**
 * SQLite supports transactional DDL, although Kysely declares otherwise: an interrupted migration
 * must leave no trace.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter()
  }

  override createQueryCompiler(): QueryCompiler {
    return new OurQueryCompiler()
  }
}

/** The memory of a prepared statement, besides its text. */
const statementBytes = 10_000

/** Statements are prepared once per text, because preparing costs more than most of our queries. */
const asKyselyDatabase = (file: DatabaseSync, answers: AnswerCache | null): SqliteDatabase => {
  // Bounded, because id lists of every length produce different texts.
  const statements = createBounded<SqliteStatement>('statements', {
    bytes: 8 * 2 ** 20,
    sizeOf: () => statementBytes,
  })
  return {
    close: () => file.close(),
    prepare(sql) {
      let statement = statements.get(sql)
      if (!statement) {
        statement = asKyselyStatement(file.prepare(sql), answers)
        statements.set(sql, statement)
      }
      return statement
    },
  }
}

const asKyselyStatement = (
  statement: StatementSync,
  answers: AnswerCache | null,
): SqliteStatement => {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  const columns = statement.columns().map(({ name }) => name)
  // Returns rows as arrays and converts them here, which is a third faster than the objects of
  // SQLite's binding.
  statement.setReturnArrays(true)
  const asObject = (row: unknown) => {
    const object: Record<string, unknown> = {}
    for (let i = 0; i < columns.length; i++) object[columns[i] as string] = (row as unknown[])[i]
    return object
  }
  const readAll = (parameters: readonly unknown[]) =>
    statement.all(...values(parameters)).map(asObject)
  return {
    reader: columns.length > 0,
    all: answers ? answers.remember(readAll) : readAll,
    run: (parameters) => statement.run(...values(parameters)),
    *iterate(parameters) {
      for (const row of statement.iterate(...values(parameters))) yield asObject(row)
    },
  }
}

type ReadAll = (parameters: readonly unknown[]) => unknown[]

interface AnswerCache {
  /** Wraps a statement: the same query on an unchanged database gets the cached result. */
  remember(readAll: ReadAll): ReadAll
  /** Called after a commit of our own writer. */
  drop(): void
  /** Changes whenever the results are dropped. */
  version(): number
}

const maxBytes = 24 * 2 ** 20

/**
 * Caches results of the reader until the next commit. Our own commits clear it directly. Commits of
 * another process (`qpr keys revoke`) change SQLite's data version, which is checked once per turn
 * of the event loop. A cached result therefore equals the result of the file.
 */
export const createAnswerCache = (reader: DatabaseSync): AnswerCache => {
  const dataVersion = reader.prepare('pragma data_version')
  const answers = createBounded<unknown[]>('answers', { bytes: maxBytes })
  let version: unknown
  let drops = 0
  let isChecked = false
  let statements = 0

  const drop = () => {
    answers.clear()
    drops += 1
    version = dataVersion.get()?.data_version
  }

  const dropStale = () => {
    if (dataVersion.get()?.data_version !== version) drop()
    isChecked = true
    setImmediate(() => {
      isChecked = false
    })
  }

  return {
    remember(readAll) {
      statements += 1
      const prefix = statements
      return (parameters) => {
        if (!isChecked) dropStale()
        const question = `${prefix}${JSON.stringify(parameters)}`
        const known = answers.get(question)
        if (known) return known
        const rows = readAll(parameters)
        // Frozen, because requests share the rows from here on.
        answers.set(question, Object.freeze(rows.map(Object.freeze)) as unknown[])
        return rows
      }
    },
    drop,
    version() {
      if (!isChecked) dropStale()
      return drops
    },
  }
}
