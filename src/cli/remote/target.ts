import { url as parseUrl } from '../../platform/kit/parsers.ts'
import {
  type Environment,
  parseConfig,
  processEnvironment,
  readEnvironment,
} from '../../service/config/config.ts'
import { CommandError, UsageError } from '../command.ts'
import { type Login, readLogin } from './login.store.ts'

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

export const readServer = (value: string, name: string): string => {
  try {
    return parseUrl(value)
  } catch (error) {
    throw new UsageError(`${name} ${(error as Error).message}`)
  }
}

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
