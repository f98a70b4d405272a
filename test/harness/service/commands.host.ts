// Runs commands of `qpr` one after the other, each as if in a process of its own (see commands.ts).
import { registerHooks } from 'node:module'
import { Readable } from 'node:stream'
import { type Command, endMark } from './commands.messages.ts'

const program = new URL('../../../bin/program.js', import.meta.url).href
const umask = process.umask()
const { exitCode } = process

/** The built program or its sources, as the launcher decides at the first command. */
let main = ''
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    if (context.parentURL === program && /\/main\.[jt]s$/.test(specifier)) main = resolved.url
    return resolved
  },
})

let commands = 0

const run = async ({ args, cwd, env, input }: Command): Promise<number> => {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.umask(umask)
  process.exitCode = exitCode
  process.argv = [process.execPath, program, ...args]
  const stdin = Readable.from(input === undefined ? [] : [input])
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
  const atExit = process.listeners('exit')
  // A module runs once for each address.
  await import(main === '' ? program : `${main}?${++commands}`)
  for (const listener of process.listeners('exit')) {
    if (atExit.includes(listener)) continue
    process.off('exit', listener)
    listener.call(process, 0)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal)
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error')
  return Number(process.exitCode ?? 0)
}

process.on('message', async (message: Command | { signal: NodeJS.Signals }) => {
  if ('signal' in message) return void process.emit(message.signal, message.signal)
  const code = await run(message)
  process.exitCode = exitCode
  for (const stream of [process.stdout, process.stderr]) stream.write(endMark)
  process.send?.({ code })
})
process.on('disconnect', () => process.exit())
