// TLS to a real PostgreSQL: each refusal is one sentence.
import assert from 'node:assert/strict'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import {
  authority,
  expired,
  forLocalhost,
  forOtherName,
  serverKey,
} from '../../../../test/harness/data/certificates.ts'
import {
  type PostgresServer,
  startPostgres,
  unprivilegedUser,
} from '../../../../test/harness/service/postgres.ts'
import { type Machine, newMachine } from '../../../../test/harness/service/process.ts'
import { userFixable } from '../../../cli/user-fixable.ts'
import { createLog } from '../../kit/log.ts'
import { openDatabase } from '../open.ts'

let postgres: PostgresServer
let admin: Client
let data: string
let machine: Machine
const ends: (() => Promise<unknown>)[] = []

before(async () => {
  postgres = await startPostgres()
  ends.push(postgres.stop)
  admin = new Client({ connectionString: postgres.url })
  await admin.connect()
  ends.push(() => admin.end())
  data = (await admin.query('show data_directory')).rows[0].data_directory
  machine = await newMachine({ after: (end) => void ends.push(end) })
  await writeFile(join(machine.folder, 'ca.pem'), authority)
  await writeFile(join(machine.folder, 'empty.pem'), 'nothing')
})
after(async () => {
  for (const end of ends.reverse()) await end()
})

/** The server presents this certificate from now on. */
const present = async (certificate: string) => {
  const files = { 'server.key': serverKey, 'server.crt': certificate }
  for (const [name, text] of Object.entries(files)) {
    const path = join(data, name)
    await writeFile(path, text, { mode: 0o600 })
    const { uid, gid } = process.getuid?.() === 0 ? await unprivilegedUser() : { uid: -1, gid: -1 }
    if (uid >= 0) await chown(path, uid, gid)
  }
  await admin.query('alter system set ssl = on')
  await admin.query('select pg_reload_conf()')
  await presented(certificate)
}

/** The server reads its files a moment after it was told to. */
const presented = async (certificate: string) => {
  const expected = certificate.replaceAll(/\s|-----[A-Z ]+-----/g, '')
  for (;;) {
    const client = new Client({ connectionString: urlWith('sslmode=no-verify') })
    try {
      await client.connect()
      const { stream } = (client as unknown as { connection: { stream: PeerStream } }).connection
      if (stream.getPeerCertificate?.().raw.toString('base64') === expected) return
    } catch {
      // Without TLS until then.
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

interface PeerStream {
  getPeerCertificate?(): { raw: Buffer }
}

const urlWith = (parameters: string, host = '127.0.0.1') => {
  const url = new URL(postgres.url)
  url.hostname = host
  return `${url.href}?connect_timeout=30&${parameters}`
}

/** The message of a command that uses this database; null when it can. */
const refusalOf = async (parameters: string): Promise<string | null> => {
  try {
    const database = openDatabase(urlWith(parameters), createLog('silent'))
    await database.db
      .selectFrom('pg_stat_ssl' as 'settings')
      .selectAll()
      .execute()
      .finally(() => database.close())
    return null
  } catch (error) {
    const plain = userFixable(error)
    return plain instanceof Error && plain !== error ? plain.message : `not plain: ${error}`
  }
}

const ca = () => `sslrootcert=${join(machine.folder, 'ca.pem')}`

test('a server without TLS is refused with a sentence, unless TLS is not asked for', async () => {
  await admin.query('alter system set ssl = off')
  await admin.query('select pg_reload_conf()')
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']) {
    assert.match(
      (await refusalOf(`sslmode=${mode}`)) ?? 'accepted',
      /^The database server does not offer TLS\. /,
    )
  }
  assert.equal(await refusalOf('sslmode=disable'), null)
})

test('a certificate of a known authority and for this host is accepted in every mode', async () => {
  await present(forLocalhost)
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify', 'disable']) {
    assert.equal(await refusalOf(`sslmode=${mode}&${ca()}`), null, mode)
  }
  assert.equal(await refusalOf('sslmode=no-verify'), null)
})

test('a certificate of an unknown authority, for another host, or expired is refused with a sentence', async () => {
  const modes = ['prefer', 'require', 'verify-ca', 'verify-full']
  const refuses = async (parameters: string, expected: RegExp) => {
    for (const mode of modes) {
      const refusal = await refusalOf(`sslmode=${mode}${parameters}`)
      assert.match(refusal ?? 'accepted', expected, mode)
      assert.ok(!refusal?.includes('\n'))
    }
  }
  await present(forLocalhost)
  await refuses('', /^The certificate of the database server is not signed by an authority /)
  await present(forOtherName)
  await refuses(
    `&${ca()}`,
    /^The certificate of the database server is for another host name \(.+\)\./,
  )
  await present(expired)
  await refuses(`&${ca()}`, /^The certificate of the database server has expired\. /)
})

test('a mode or a file that cannot be used is refused before a connection', async () => {
  const { folder } = machine
  const refusals: [string, RegExp][] = [
    ['sslmode=always', /^sslmode in DATABASE_URL must be one of disable, /],
    [`sslrootcert=${folder}/none.pem`, /none\.pem, sslrootcert in DATABASE_URL, does not exist\.$/],
    [`sslrootcert=${folder}`, /sslrootcert in DATABASE_URL, cannot be read \(EISDIR\)\.$/],
    [`sslrootcert=${folder}/empty.pem`, /has no certificate \(PEM\)\.$/],
    [`sslcert=${folder}/none.pem`, /none\.pem, sslcert in DATABASE_URL, does not exist\.$/],
    [`sslkey=${folder}/none.pem`, /none\.pem, sslkey in DATABASE_URL, does not exist\.$/],
  ]
  for (const [parameters, expected] of refusals) {
    assert.match((await refusalOf(parameters)) ?? 'accepted', expected)
  }
})

test('commands and qpr doctor say the same sentence, without a warning of another program', async () => {
  await present(forLocalhost)
  const DATABASE_URL = urlWith('sslmode=require')
  const migrated = await machine.start(['migrate'], { DATABASE_URL }).exited
  assert.equal(migrated.code, 1)
  assert.match(migrated.stderr, /^qpr: The certificate of the database server is not [^\n]+\n$/)
  const examined = await machine.start(['doctor'], { DATABASE_URL }).exited
  assert.match(examined.stdout, /The certificate of the database server is not signed/)
  assert.equal(examined.stderr, '')
})
