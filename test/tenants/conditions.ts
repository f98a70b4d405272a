import type { A_Expr, ColumnRef, Node } from 'libpg-query'

/** A table, or the result of a query or function, in the FROM of a query or as its target. */
export interface Relation {
  readonly name: string
  readonly table: string
  /** The columns that bind it. Null for a table without organizations: every column binds it. */
  readonly keys: readonly string[] | null
  isBound: boolean
}

/** The relations that the columns of a query may refer to. */
export interface Scope {
  readonly relations: Relation[]
  readonly ctes: string[]
  readonly outer?: Scope
}

type Tied = Set<Relation>

/** The relations that a condition binds by equality with values or with bound rows. */
export const tiedBy = (condition: Node, scope: Scope): Tied => {
  if ('BoolExpr' in condition) {
    const { boolop, args = [] } = condition.BoolExpr
    const parts = args.map((one) => tiedBy(one, scope))
    if (boolop === 'AND_EXPR') return parts.reduce((all, one) => all.union(one), new Set())
    if (boolop === 'OR_EXPR') return parts.reduce((all, one) => all.intersection(one))
    return new Set()
  }
  if ('SubLink' in condition) {
    const { subLinkType, testexpr, operName } = condition.SubLink
    // Its query is checked by itself.
    const isIn = subLinkType === 'ANY_SUBLINK' && operName === undefined && testexpr !== undefined
    return isIn ? new Set(itemsOf(testexpr).flatMap((one) => keyed(one, scope))) : new Set()
  }
  return 'A_Expr' in condition ? tiedByComparison(condition.A_Expr, scope) : new Set()
}

const equalities: (string | undefined)[] = [
  'AEXPR_OP',
  'AEXPR_OP_ANY',
  'AEXPR_IN',
  'AEXPR_NOT_DISTINCT',
]

const tiedByComparison = ({ kind, name = [], lexpr, rexpr }: A_Expr, scope: Scope): Tied => {
  const [operator] = name
  const isEqual = operator && 'String' in operator && operator.String.sval === '='
  if (!isEqual || !equalities.includes(kind) || !lexpr || !rexpr) return new Set()
  if (kind !== 'AEXPR_OP') {
    const tied = isFixed(rexpr, scope) ? itemsOf(lexpr).flatMap((one) => keyed(one, scope)) : []
    return new Set(tied)
  }
  const [left, right] = [itemsOf(lexpr), itemsOf(rexpr)]
  const tied = left.flatMap((one, at) => {
    const other = right[at] ?? rexpr
    return [
      ...(isFixed(other, scope) ? keyed(one, scope) : []),
      ...(isFixed(one, scope) ? keyed(other, scope) : []),
    ]
  })
  return new Set(tied)
}

/** The parts of a row value, or the expression itself. */
const itemsOf = (node: Node): Node[] => ('RowExpr' in node ? (node.RowExpr.args ?? []) : [node])

/** The relation of which the expression is a key. */
const keyed = (node: Node, scope: Scope): Relation[] => {
  if ('TypeCast' in node && node.TypeCast.arg) return keyed(node.TypeCast.arg, scope)
  if (!('ColumnRef' in node)) return []
  const { of, name } = resolve(node.ColumnRef, scope)
  return of && (of.keys === null || of.keys.includes(name)) ? [of] : []
}

/** Whether the value is known without reading an unbound table. */
const isFixed = (node: Node, scope: Scope): boolean =>
  columnsIn([node]).every((column) => resolve(column, scope).of?.isBound)

/** The columns in an expression, without those of its sub-queries. */
export const columnsIn = (node: unknown): ColumnRef[] => {
  if (Array.isArray(node)) return node.flatMap(columnsIn)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) => {
    if (name === 'ColumnRef') return [value as ColumnRef]
    return name === 'subselect' ? [] : columnsIn(value)
  })
}

/** The relation of a column. Without a prefix, it is the only relation that can have the column. */
export const resolve = (
  { fields = [] }: ColumnRef,
  scope: Scope,
): { of: Relation | undefined; name: string } => {
  const names = fields.map((one) => ('String' in one ? (one.String.sval ?? '') : '*'))
  const [name = '', prefix] = names.toReversed()
  return { name, of: prefix === undefined ? owner(name, scope) : prefixed(prefix, scope) }
}

const prefixed = (prefix: string, { relations, outer }: Scope): Relation | undefined =>
  relations.find((one) => one.name === prefix) ?? (outer && prefixed(prefix, outer))

const owner = (column: string, { relations }: Scope): Relation | undefined => {
  if (relations.length === 1) return relations[0]
  const possible = relations.filter(({ keys }) => keys?.includes(column))
  return possible.length === 1 ? possible[0] : undefined
}
