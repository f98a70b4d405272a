// node test/definitions.ts
//
// Prints for how many calls in the files of the walks (walks.ts) "Go to definition" lands on a function
// with a body. Calls of packages and of the language are not counted, nor are the handles of the
// platform: members of its interfaces, such as `change.now()`, and functions that it returns or passes
// to a callback, such as `yieldToLoop()` and the `value()` of a prepared query.
import { join, relative } from 'node:path'
import ts from 'typescript'
import { root } from './runner/phases.ts'
import { measureWalks } from './walks.ts'

/** Where a call leads. Only the first one is a function that can be read. */
type Landing =
  | 'body'
  /** A value that a call made, such as `const yieldToLoop = createYield()`. */
  | 'value'
  /** A parameter, or a name that is taken out of an object. */
  | 'name'
  /** A member of an interface of a feature. */
  | 'member'
  /** A function that the platform hands out. */
  | 'handle'
  /** Outside of this project. */
  | 'package'

const servicesFor = (): ts.LanguageService => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames.filter((file) => !file.endsWith('.test.ts')),
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = ts.sys.readFile(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
  })
}

const nodeAt = (file: ts.SourceFile, at: number): ts.Node => {
  const find = (node: ts.Node): ts.Node =>
    ts.forEachChild(node, (child) =>
      child.getStart() <= at && at < child.end ? find(child) : undefined,
    ) ?? node
  return find(file)
}

/** A function itself, or a prepared query, whose statement is a function that it is made of. */
const isFunction = (value: ts.Expression | undefined): boolean =>
  value !== undefined &&
  (ts.isFunctionLike(value) ||
    (ts.isCallExpression(value) && value.arguments.some((one) => ts.isFunctionLike(one))))

const landingOn = ({ parent }: ts.Node): Landing => {
  if (ts.isPropertySignature(parent) || ts.isMethodSignature(parent)) return 'member'
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) {
    return isFunction(parent.initializer) ? 'body' : 'value'
  }
  if (ts.isFunctionDeclaration(parent) || ts.isMethodDeclaration(parent)) return 'body'
  return 'name'
}

const isOurs = (file: string) => /^(src|contract)\//.test(relative(root, file))
const isPlatform = (file: string) => relative(root, file).startsWith('src/platform/')

/** The name that an editor is asked about; none for `make()()`. */
const nameOf = ({ expression }: ts.CallExpression): ts.Node | undefined => {
  if (ts.isPropertyAccessExpression(expression)) return expression.name
  return ts.isIdentifier(expression) ? expression : undefined
}

const files = new Set([...(await measureWalks()).values()].flat())
const services = servicesFor()
const program = services.getProgram()
if (!program) throw new Error('The compiler has no program.')
const checker = program.getTypeChecker()

const landingOf = (call: ts.CallExpression, name: ts.Node): Landing => {
  const [definition] =
    services.getDefinitionAtPosition(name.getSourceFile().fileName, name.getStart()) ?? []
  const target = definition && program.getSourceFile(definition.fileName)
  if (!target || !isOurs(target.fileName)) return 'package'
  const landing = landingOn(nodeAt(target, definition.textSpan.start))
  if (landing === 'body') return landing
  const declared = checker.getResolvedSignature(call)?.declaration?.getSourceFile().fileName
  if (declared === undefined) return landing
  if (!isOurs(declared)) return 'package'
  return isPlatform(declared) ? 'handle' : landing
}

const counts = new Map<Landing, number>()
for (const file of files) {
  const source = program.getSourceFile(join(root, file))
  if (!source) throw new Error(`The compiler does not know ${file}.`)
  const visit = (node: ts.Node) => {
    ts.forEachChild(node, visit)
    if (!ts.isCallExpression(node)) return
    const name = nameOf(node)
    if (!name) return
    const landing = landingOf(node, name)
    counts.set(landing, (counts.get(landing) ?? 0) + 1)
    if (landing === 'body' || landing === 'handle' || landing === 'package') return
    const { line } = source.getLineAndCharacterOfPosition(name.getStart())
    console.log(`${landing.padEnd(6)}  ${file}:${line + 1}  ${name.getText()}`)
  }
  visit(source)
}
const of = (landing: Landing) => counts.get(landing) ?? 0
const ours = of('body') + of('value') + of('name') + of('member')
console.log(
  `${of('body')} of ${ours} calls in ${files.size} files land on a function with a body: ` +
    `${((100 * of('body')) / ours).toFixed(1)} %. ` +
    `Not counted: ${of('handle')} handles of the platform, ${of('package')} calls of packages.`,
)
