import { loadModule, type Node, parseSync } from 'libpg-query'
import { type Condition, conditionsOf, relationsOf } from './clauses.ts'
import { columnsIn, type Relation, resolve, type Scope, tiedBy } from './conditions.ts'
import { keysOf } from './keys.ts'

await loadModule()

/**
 * The uses of tenant tables in a statement that no condition limits to an organization, such as
 * `select deliveries by due_at`: the verb, the table, and the columns that conditions name.
 */
export const unboundIn = (text: string): string[] => {
  const { stmts = [] } = parseSync(text)
  const found = new Set<string>()
  for (const { stmt } of stmts) if (stmt) visit(stmt, { relations: [], ctes: [] }, found)
  return [...found]
}

const visit = (node: unknown, outer: Scope, found: Set<string>) => {
  if (Array.isArray(node)) for (const one of node) visit(one, outer, found)
  else if (typeof node === 'object' && node !== null) {
    for (const [name, value] of Object.entries(node)) {
      // The sides of a union are not marked as queries.
      const isSide = (name === 'larg' || name === 'rarg') && 'targetList' in (value as Query)
      const verb = isSide ? 'select' : verbs[name]
      if (verb) visitQuery(verb, value as Query, outer, found)
      else visit(value, outer, found)
    }
  }
}

const verbs: Record<string, string> = {
  SelectStmt: 'select',
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
}

type Query = Record<string, unknown>

const visitQuery = (verb: string, query: Query, outer: Scope, found: Set<string>) => {
  const ctes = [...outer.ctes, ...namesOfCtes(query)]
  const relations = relationsOf(query, ctes)
  const scope: Scope = { relations, ctes, outer }
  if (verb === 'insert') checkInsert(query, relations, found)
  else checkConditions(verb, conditionsOf(query), scope, found)
  visit(query, scope, found)
}

const namesOfCtes = ({ withClause }: Query): string[] => {
  const { ctes = [] } = (withClause ?? {}) as { ctes?: Node[] }
  return ctes.flatMap((one) =>
    'CommonTableExpr' in one ? [one.CommonTableExpr.ctename ?? ''] : [],
  )
}

/** A new row names its organization by its values. */
const checkInsert = ({ cols = [] }: { cols?: Node[] }, [into]: Relation[], found: Set<string>) => {
  const keys = keysOf(into?.table ?? '')
  if (!into || !keys) return
  into.isBound = cols.some((one) => 'ResTarget' in one && keys.includes(one.ResTarget.name ?? ''))
  if (!into.isBound) found.add(`insert ${into.table}`)
}

/** Reports only the first of several tables that are joined with each other. */
const checkConditions = (
  verb: string,
  conditions: Condition[],
  scope: Scope,
  found: Set<string>,
) => {
  bind(scope, conditions)
  for (const relation of scope.relations) {
    if (relation.isBound || relation.keys === null) continue
    found.add(`${verb} ${relation.table} by ${namedColumns(conditions, relation, scope)}`)
    relation.isBound = true
    bind(scope, conditions)
  }
}

/** A row that is found may lead to rows of other tables, so repeat until nothing is added. */
const bind = (scope: Scope, conditions: Condition[]) => {
  for (;;) {
    const tied = conditions.flatMap(({ test, limits }) =>
      [...tiedBy(test, scope)].filter(
        ({ isBound, name }) => !isBound && (limits === null || limits.includes(name)),
      ),
    )
    if (tied.length === 0) return
    for (const relation of tied) relation.isBound = true
  }
}

/** Columns of this relation, and those without a prefix whose relation is not known. */
const namedColumns = (conditions: Condition[], relation: Relation, scope: Scope): string => {
  const names = conditions
    .flatMap(({ test }) => columnsIn(test))
    .map((column) => resolve(column, scope))
    .filter(({ of }) => of === relation || of === undefined)
    .map(({ name }) => name)
  return [...new Set(names)].sort().join(', ') || 'nothing'
}
