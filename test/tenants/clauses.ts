import type { Node, RangeVar } from 'libpg-query'
import type { Relation } from './conditions.ts'
import { keysOf, sharedTables } from './keys.ts'

/** The parts of a parsed statement that name relations and conditions. */
interface Clauses {
  relation?: RangeVar
  fromClause?: Node[]
  usingClause?: Node[]
  whereClause?: Node
}

/** The target of a statement, and everything in its FROM. */
export const relationsOf = (
  { relation, fromClause = [], usingClause = [] }: Clauses,
  ctes: string[],
): Relation[] => [
  ...(relation ? [asRelation(relation, ctes)] : []),
  ...[...fromClause, ...usingClause].flatMap((one) => relationsIn(one, ctes)),
]

const relationsIn = (node: Node, ctes: string[]): Relation[] => {
  if ('RangeVar' in node) return [asRelation(node.RangeVar, ctes)]
  if ('JoinExpr' in node) {
    const { larg, rarg } = node.JoinExpr
    return [larg, rarg].flatMap((side) => (side ? relationsIn(side, ctes) : []))
  }
  if ('RangeSubselect' in node) return [derived(node.RangeSubselect.alias?.aliasname)]
  if ('RangeFunction' in node) return [derived(node.RangeFunction.alias?.aliasname)]
  throw new Error(`unknown in FROM: ${Object.keys(node)}`)
}

const asRelation = ({ relname = '', schemaname, alias }: RangeVar, ctes: string[]): Relation => {
  const name = alias?.aliasname ?? relname
  if (ctes.includes(relname) || schemaname !== undefined || relname.startsWith('pg_')) {
    return derived(name)
  }
  const whole = partitioned.exec(relname)?.[1]
  if (whole) {
    return { name, table: `${whole} (a partition)`, keys: keysOf(whole) ?? [], isBound: false }
  }
  const keys = keysOf(relname) ?? null
  if (keys === null && !(relname in sharedTables) && !own.includes(relname)) {
    throw new Error(`the table ${relname} is not in test/tenants/keys.ts`)
  }
  return { name, table: relname, keys, isBound: false }
}

/** `scans_2026_11`, and the parts before and after the months. */
const partitioned =
  /^(scans|events|deliveries|delivery_attempts|messages)_(\d{4}_\d{2}|earlier|later)/

/** Tables of the migrations. */
const own = ['migrations', 'migrations_lock']

/** A query or a function in FROM. Its own tables are checked where it is defined. */
const derived = (name = ''): Relation => ({ name, table: '', keys: null, isBound: true })

export interface Condition {
  readonly test: Node
  /** The names of the relations that it limits; null: all. */
  readonly limits: string[] | null
}

/** The WHERE of a statement, and the conditions of its joins. */
export const conditionsOf = ({ fromClause, usingClause, whereClause }: Clauses): Condition[] => [
  ...(whereClause ? [{ test: whereClause, limits: null }] : []),
  ...[...(fromClause ?? []), ...(usingClause ?? [])].flatMap(conditionsIn),
]

const conditionsIn = (node: Node): Condition[] => {
  if (!('JoinExpr' in node)) return []
  const { jointype, larg, rarg, quals } = node.JoinExpr
  const inner = [larg, rarg].flatMap((side) => (side ? conditionsIn(side) : []))
  if (!quals) return inner
  // An outer join returns every row of its left side.
  const limits = jointype === 'JOIN_INNER' || !rarg ? null : namesIn(rarg)
  return [...inner, { test: quals, limits }]
}

const namesIn = (node: Node): string[] => relationsIn(node, []).map(({ name }) => name)
