import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  CommandError,
  Interrupted,
  note,
  noteText,
  type Output,
  print,
  printJson,
} from '../command.ts'
import {
  connect,
  localServer,
  readKey,
  readLogin,
  readServer,
  removeLogin,
  requireLoginFile,
  writeLogin,
} from './target.ts'

export const login = async (url: string | undefined, { json }: Output) => {
  // Before the question: there would be no place for the answer.
  requireLoginFile()
  const server = url === undefined ? localServer() : readServer(url, 'URL')
  if (isUnprotected(server)) note(`Use https: the key travels unencrypted to ${server}.`)
  const key = readKey(await askForKey(server))
  const { user } = await connect({ server, key }).account.get()
  const file = writeLogin({ url: server, key })
  if (json) return printJson({ url: server, email: user.email, file })
  print(`Logged in to ${server} as ${user.email}. The key is stored in ${file}.`)
}

export const logout = async ({ json }: Output) => {
  const url = storedUrl()
  const isRemoved = removeLogin()
  if (json) return printJson({ url })
  print(isRemoved ? `Logged out of ${url ?? 'the service'}.` : 'There is no stored login.')
}

/** A damaged login can be removed too. */
const storedUrl = (): string | null => {
  try {
    return readLogin()?.url ?? null
  } catch {
    return null
  }
}

const isUnprotected = (server: string): boolean => {
  const { protocol, hostname } = new URL(server)
  return protocol === 'http:' && !/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname)
}

const askForKey = async (server: string): Promise<string> => {
  const key = process.stdin.isTTY ? await typedKey(server) : await text(process.stdin)
  if (key.trim() !== '') return key
  throw new CommandError(
    'No key was given. Type it, or send it to standard input: qpr login < FILE',
  )
}

/** Reads a line from the terminal without showing it. */
const typedKey = async (server: string): Promise<string> => {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  // After the interface has turned the echo off: a pasted key must not be shown.
  noteText(`API key of ${server}: `)
  try {
    return await new Promise<string>((resolve, reject) => {
      terminal.once('line', resolve)
      terminal.once('SIGINT', () => reject(new Interrupted()))
      terminal.once('close', () => resolve(''))
    })
  } finally {
    terminal.close()
    note('')
  }
}
