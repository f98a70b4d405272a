import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  Kysely,
  type QueryCompiler,
  type SelectModifierNode,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import { collectEffects, type Database, type Transaction } from './database.ts'
import { migrate } from './migrations/migrations.ts'
import { createQueue } from './queue.ts'
import type { Tables } from './tables.ts'

/**
 * One writer behind a queue and one reader beside it. The query builder is asynchronous: without
 * the queue, a statement of one request could slip into the open transaction of another.
 */
export const openSqlite = (path: string): Database => {
  mkdirSync(dirname(path), { recursive: true })
  const writerFile = openFile(path)
  const writer = kyselyOver(writerFile)
  const readerFile = openFile(path)
  readerFile.exec('pragma query_only = on')
  const reader = kyselyOver(readerFile)
  const inTurn = createQueue()

  const transact = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const effects = collectEffects()
    let result: T
    try {
      writerFile.exec('begin immediate')
      result = await work({ db: writer, afterCommit: effects.afterCommit })
      writerFile.exec('commit')
    } catch (error) {
      // After a full disk SQLite may have rolled back by itself.
      if (writerFile.isTransaction) writerFile.exec('rollback')
      throw error
    }
    effects.run()
    return result
  }

  return {
    engine: 'sqlite',
    db: reader,
    transaction: (work) => inTurn(() => transact(work)),
    migrate: () => inTurn(() => migrate(writer, 'sqlite')),
    async close() {
      await inTurn(async () => writer.destroy())
      await reader.destroy()
    },
  }
}

const openFile = (path: string): DatabaseSync => {
  const file = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true })
  // FULL: a commit is on disk before it is acknowledged, also across a power cut.
  file.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma temp_store = memory;
    pragma cache_size = -16000;
  `)
  return file
}

const kyselyOver = (file: DatabaseSync): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database: asKyselyDatabase(file) }) })

/** One writer at a time makes row locks needless here; SQLite has no words for them either. */
class LocklessQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!node.modifier?.startsWith('For') && node.modifier !== 'SkipLocked') {
      super.visitSelectModifier(node)
    }
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createQueryCompiler(): QueryCompiler {
    return new LocklessQueryCompiler()
  }
}

/** Statements are prepared once per text: preparing costs more than most of our queries. */
const asKyselyDatabase = (file: DatabaseSync): SqliteDatabase => {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => file.close(),
    prepare(sql) {
      let statement = statements.get(sql)
      if (!statement) {
        statement = asKyselyStatement(file.prepare(sql))
        // Lists of ids of every length make texts of every length: keep the cache bounded.
        if (statements.size >= 500) statements.clear()
        statements.set(sql, statement)
      }
      return statement
    },
  }
}

const asKyselyStatement = (statement: StatementSync): SqliteStatement => {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}
