import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { processEnvironment } from '../../service/config/config.ts'
import { CommandError } from '../command.ts'

export interface Login {
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
