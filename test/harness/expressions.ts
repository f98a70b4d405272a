import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** A regular expression as it stands in a file, or as a module builds it. */
export interface Expression {
  source: string
  flags: string
  /** `file:line`, from the root of the project. */
  place: string
}

/** A call of `RegExp`: its source is known only when the program runs. */
interface Built {
  place: string
  /** Whether it is built once, when its module is loaded. */
  isOnce: boolean
}

export const expressionsIn = (path: string): { literals: Expression[]; built: Built[] } => {
  const file = parse(path)
  const literals: Expression[] = []
  const built: Built[] = []
  visitAll(file, (node) => {
    const place = placeOf(file, node)
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const source = node.text.slice(1, end)
      literals.push({ source, flags: node.text.slice(end + 1), place })
    } else if (isCallOf(node, 'RegExp')) {
      built.push({ place, isOnce: !isInFunction(node) })
    }
  })
  return { literals, built }
}

export const parse = (path: string): ts.SourceFile =>
  ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)

export const visitAll = (node: ts.Node, visit: (node: ts.Node) => void) => {
  visit(node)
  node.forEachChild((child) => visitAll(child, visit))
}

export const placeOf = (file: ts.SourceFile, node: ts.Node): string =>
  `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`

/** `new Name(…)`, or `Name(…)`. */
export const isCallOf = (node: ts.Node, name: string): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === name

export const isInFunction = (node: ts.Node): boolean =>
  ts.findAncestor(node.parent, ts.isFunctionLike) !== undefined
