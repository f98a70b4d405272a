// PgBouncer in front of a PostgreSQL, from the Debian package.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { eventually } from '../checks/eventually.ts'
import { freePort } from './ports.ts'

interface Options {
  mode: 'session' | 'transaction'
  /** The connections to the server for one database: few, so that clients share them. */
  poolSize?: number
  more?: Record<string, string | number>
}

/** Major and minor, such as 1.18. */
export const pgbouncerVersion = async (): Promise<number[]> => {
  const { stdout } = await promisify(execFile)('pgbouncer', ['--version'], {
    env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
  }).catch(() => {
    throw new Error('This test needs PgBouncer: install it with "apt-get install pgbouncer".')
  })
  return (/PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? []).slice(1).map(Number)
}

/** Returns the URL of a database of `serverUrl` through it. */
export const startPgbouncer = async (t: TestContext, serverUrl: string, options: Options) => {
  await pgbouncerVersion()
  const { hostname, port: serverPort, username, password } = new URL(serverUrl)
  const port = await freePort()
  // Not in a TMPDIR that the other user may not read.
  const folder = await mkdtemp('/tmp/qpr-pgbouncer-')
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: options.mode,
    default_pool_size: options.poolSize ?? 4,
    max_client_conn: 200,
    ...options.more,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const target = `host=${hostname} port=${serverPort} user=${username} password=${password}`
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `[databases]\n* = ${target}\n[pgbouncer]\n${lines.join('\n')}\n`)
  await chmod(folder, 0o755)
  const isRoot = process.getuid?.() === 0
  const child = spawn('pgbouncer', [...(isRoot ? ['-u', 'nobody'] : []), file], {
    env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text))
  t.after(async () => {
    if (child.exitCode === null && child.kill('SIGINT')) await once(child, 'exit')
    await rm(folder, { recursive: true })
  })
  await eventually(() => canConnect(port))
  return {
    said,
    through(url: string): string {
      const changed = new URL(url)
      changed.port = String(port)
      return changed.href
    },
  }
}

const canConnect = async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}
