import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** A regular expression in a file, or built by a module. */
export interface Expression {
  source: string
  flags: string
  /** `file:line`, from the root of the project. */
  place: string
}

/** The literals of a file, and the positions that build an expression at runtime. */
export const expressionsIn = (path: string): { literals: Expression[]; built: string[] } => {
  const file = parse(path)
  const literals: Expression[] = []
  const built: string[] = []
  visitAll(file, (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const source = node.text.slice(1, end)
      literals.push({ source, flags: node.text.slice(end + 1), place: placeOf(file, node) })
    } else if (isCallOf(node, 'RegExp')) {
      built.push(placeOf(file, node))
    }
  })
  return { literals, built }
}

/** A file by its path from the root of the project. */
export const parse = (path: string): ts.SourceFile =>
  ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true)

export const textOf = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

export const visitAll = (node: ts.Node, visit: (node: ts.Node) => void) => {
  visit(node)
  node.forEachChild((child) => visitAll(child, visit))
}

const placeOf = (file: ts.SourceFile, node: ts.Node): string =>
  `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`

/** `new Name(…)`, or `Name(…)`. */
const isCallOf = (node: ts.Node, name: string): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === name
