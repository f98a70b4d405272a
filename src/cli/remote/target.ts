import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { Qpr, QprError, type QprOptions } from '../../../sdk/typescript/src/index.ts'
import { createTransport } from '../../../sdk/typescript/src/transport.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { url as parseUrl } from '../../platform/kit/parsers.ts'
import { version } from '../../platform/kit/project.ts'
import {
  type Environment,
  parseConfig,
  processEnvironment,
  readEnvironment,
} from '../../service/config/config.ts'
import { CommandError, parseGiven, reasonOf } from '../command.ts'

/** The service that a command talks to. */
export interface Target {
  server: string
  key: string | null
}

/** The options of every command that talks to a service. */
export interface ServiceOptions {
  organization?: string | undefined
  server?: string | undefined
  key?: string | undefined
}

interface Sources {
  /** The variables of the process, and those of `.env` below them. */
  environment: Environment
  /** The variables of the process alone. */
  own: Environment
  login: Login | null
  local: () => string
}

export const targetOf = (flags: ServiceOptions): Target =>
  chooseTarget(flags, {
    environment: readEnvironment(process.cwd()),
    own: processEnvironment(),
    login: readLogin(),
    local: localServer,
  })

/**
 * A flag wins over the environment, the environment over the stored login. A stored key is only
 * sent to the service that it was stored for, and a key of `.env` not to the stored service:
 * `.env` belongs to the service of this folder.
 */
export const chooseTarget = (
  flags: ServiceOptions,
  { environment, own, login, local }: Sources,
): Target => {
  const fromEnvironment = environment.QPR_URL?.trim()
  const isStored = flags.server === undefined && !fromEnvironment && login !== null
  const server = isStored
    ? login.url
    : flags.server !== undefined
      ? readServer(flags.server, '--server')
      : fromEnvironment
        ? readServer(fromEnvironment, 'QPR_URL')
        : local()
  const { QPR_API_KEY } = isStored ? own : environment
  const stored = login?.url === server ? login.key : null
  const key = flags.key ?? (QPR_API_KEY?.trim() || stored)
  return { server, key: key === null ? null : readKey(key) }
}

export const localServer = (): string => parseConfig(readEnvironment(process.cwd())).QPR_BASE_URL

export const readServer = (value: string, name: string): string => parseGiven(name, value, parseUrl)

/** Other characters cannot be sent, and mean that something else was pasted. */
export const readKey = (value: string): string => {
  const key = value.trim()
  if (/^[\x21-\x7e]{1,500}$/.test(key)) return key
  throw new CommandError('This is not an API key: a key has only printable characters.')
}

/** For a command that the service only accepts with a key. */
export const targetWithKey = (flags: ServiceOptions): Target => {
  const target = targetOf(flags)
  if (target.key !== null) return target
  throw new CommandError(
    `The key is missing. Run qpr login ${target.server}, or name one with --key or QPR_API_KEY; ` +
      'qpr keys create creates one.',
  )
}

interface Login {
  url: string
  key: string
}

/** Null when the environment names no home directory. */
const loginFile = (): string | null => {
  const { XDG_CONFIG_HOME, HOME } = processEnvironment()
  // A relative path is invalid, and is ignored by the specification of these directories.
  if (XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME)) {
    return join(XDG_CONFIG_HOME, 'qpr', 'login.json')
  }
  return HOME ? join(HOME, '.config', 'qpr', 'login.json') : null
}

export const requireLoginFile = (): string => {
  const file = loginFile()
  if (file !== null) return file
  throw new CommandError(
    'There is no place for the login: HOME is not set. Set HOME or XDG_CONFIG_HOME, or use ' +
      'QPR_URL and QPR_API_KEY instead of qpr login.',
  )
}

/** The stored login, or null. */
export const readLogin = (): Login | null => {
  const file = loginFile()
  const text = file === null ? null : textOf(file)
  if (file === null || text === null) return null
  try {
    const { url, key } = JSON.parse(text)
    if (typeof url === 'string' && typeof key === 'string') return { url, key }
  } catch {
    // Reported below, like a login without its fields.
  }
  throw new CommandError(`${file} is damaged. Run qpr logout, then qpr login again.`)
}

const textOf = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new CommandError(`Cannot read the login: ${message}.`)
  }
}

/** Readable only by its owner, and never incomplete. */
export const writeLogin = (login: Login): string => {
  const file = requireLoginFile()
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(draft, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flush: true })
    renameSync(draft, file)
  } catch (error) {
    throw new CommandError(
      `Cannot store the login: ${(error as Error).message}. Set XDG_CONFIG_HOME to a writable ` +
        'directory.',
    )
  }
  return file
}

/** Returns whether there was one. Also removes a damaged one. */
export const removeLogin = (): boolean => {
  const file = requireLoginFile()
  const isThere = textOf(file) !== null
  if (isThere) rmSync(file)
  return isThere
}

/** The API of a service. Its errors are sentences for the terminal, with their cause. */
export const connect = (target: Target): Qpr => new Qpr(optionsFor(target))

/** The same for a command that needs a key. */
export const connectTo = (flags: ServiceOptions): Qpr => connect(targetWithKey(flags))

/** For streams, and for operations that only the service names. */
export const transportTo = (target: Target) => createTransport(optionsFor(target))

const optionsFor = ({ server, key }: Target): QprOptions => ({
  baseUrl: server,
  apiKey: key ?? undefined,
  timeoutMs: 30 * secondMs,
  // The user sees an error at once, and decides.
  maxRetries: 0,
  headers: { 'User-Agent': `qpr/${version}` },
  fetch: async (address, init) => {
    // A redirect may lead to a service that the user has not named.
    const response = await fetch(address, { ...init, redirect: 'manual' })
    if (isOfQpr(response)) return response
    throw await strangerAt(server, response)
  },
  onError: (error) => {
    throw new CommandError(sentenceOf(server, error), { cause: error })
  },
})

const isOfQpr = ({ ok, headers }: Response): boolean =>
  ok
    ? headers.has('request-id')
    : headers.get('content-type')?.startsWith('application/problem+json') === true

const strangerAt = async (server: string, { status, headers, body }: Response) => {
  await body?.cancel()
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  const answer = location ? `redirects to ${location}` : `answers ${status}`
  const detail =
    `${server} ${answer}, and does not look like QPR. Name the service with --server, QPR_URL ` +
    'or qpr login.'
  return new QprError({ status, code: 'not_qpr', detail })
}

const sentenceOf = (server: string, error: QprError): string => {
  const { message, status, requestId, fields } = error
  if (error.isNetwork) {
    return (
      `Cannot reach ${server} (${reasonOf(error.cause ?? error)}). Start the service with qpr ` +
      'serve, or name another one with --server, QPR_URL or qpr login.'
    )
  }
  if (requestId === null) return message
  const request = `(request ${requestId})`
  if (status === 401) {
    return (
      `${server} does not accept this key. Name another one with --key, QPR_API_KEY or qpr ` +
      `login; qpr keys create creates one. ${request}`
    )
  }
  return [...new Set([message, ...fields.map((field) => field.message)]), request].join(' ')
}

/** Whether the same request may succeed later. */
export const mayPass = (error: unknown): boolean => {
  // Other errors than our own come from a broken connection.
  if (!(error instanceof CommandError)) return true
  const { cause } = error
  return (
    cause instanceof QprError && (cause.isNetwork || cause.status === 429 || cause.status >= 500)
  )
}

/** Fields without a value are not sent. */
export const sentFields = <Fields extends object>(fields: Fields) =>
  fields as { [Name in keyof Fields]: Exclude<Fields[Name], undefined> }
