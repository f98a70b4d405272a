// A primary with a synchronous standby, as in production: what the primary acknowledges, the
// standby has.
import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { eventually } from '../checks/eventually.ts'
import { freePort } from './ports.ts'
import {
  childOptions,
  guard,
  initializeData,
  nativeFolder,
  newHome,
  password,
  signalAll,
  unprivilegedUser,
} from './postgres.ts'

const run = promisify(execFile)

export const startPrimaryAndStandby = async () => {
  const user = process.getuid?.() === 0 ? await unprivilegedUser() : undefined
  const options = childOptions(user)
  const homes = [await newHome(user), await newHome(user)] as const
  const stops = homes.map((home) => guard(home, user))
  const bin = join(await nativeFolder(homes[0], user), 'bin')
  const ports = [await freePort(), await freePort()] as const
  const [primary, standby] = homes.map((home) => join(home, 'data')) as [string, string]

  const start = async (data: string, port: number, settings: Record<string, string>) => {
    const all = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: "''",
      max_connections: 100,
      ...settings,
    }
    const flags = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)
    await run(
      join(bin, 'pg_ctl'),
      ['start', '--wait', `--pgdata=${data}`, `--log=${data}.log`, `--options=${flags.join(' ')}`],
      options,
    )
  }
  const urlOf = (port: number, database = 'postgres') =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}`

  await initializeData(bin, primary, options)
  // A copy of the files of a stopped server is a valid start for a standby.
  await run('cp', ['-a', primary, standby], options)
  await writeFile(join(standby, 'standby.signal'), '')
  await writeFile(
    join(standby, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${ports[0]} user=postgres password=${password}'\n`,
  )
  await run('chmod', [
    'a+r',
    join(standby, 'standby.signal'),
    join(standby, 'postgresql.auto.conf'),
  ])
  await start(primary, ports[0], {})
  await start(standby, ports[1], {})
  const client = new Client({ connectionString: urlOf(ports[0]) })
  await client.connect()
  await client.query('create database qpr')
  await client.query("alter system set synchronous_standby_names = '*'")
  await client.query('select pg_reload_conf()')
  await eventually(async () => {
    const { rows } = await client.query(
      "select 1 from pg_stat_replication where sync_state = 'sync'",
    )
    if (rows.length === 0) throw new Error('the standby is not synchronous yet')
  })
  await client.end()

  return {
    /** As an operator writes it: both hosts. */
    url: `postgres://postgres:${password}@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/qpr?target_session_attrs=read-write`,
    primaryUrl: urlOf(ports[0], 'qpr'),
    standbyUrl: urlOf(ports[1], 'qpr'),
    /** A power cut: no process of the primary says goodbye. */
    killPrimary: () => run('pkill', ['-9', '-f', primary]).catch(() => undefined),
    /** It comes back as it was, with nobody to keep it from accepting writes. */
    returnOldPrimary: () =>
      // Sessions of the killed server need a moment to notice; until then it cannot start.
      eventually(() => start(primary, ports[0], { synchronous_standby_names: "''" })),
    /** SIGSTOP: the standby confirms nothing, and its connections stay open. */
    signalStandby: (signal: 'SIGSTOP' | 'SIGCONT') => signalAll(standby, signal),
    stopStandby: () => run(join(bin, 'pg_ctl'), ['stop', '--wait', `--pgdata=${standby}`], options),
    startStandby: () => start(standby, ports[1], {}),
    promote: () => run(join(bin, 'pg_ctl'), ['promote', '--wait', `--pgdata=${standby}`], options),
    async stop() {
      await signalAll(standby, 'SIGCONT').catch(() => undefined)
      await Promise.all(stops.map((stop) => stop()))
      await Promise.all(homes.map((home) => rm(home, { recursive: true, force: true })))
    },
  }
}
