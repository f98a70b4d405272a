import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import {
  addressOf,
  databaseUrl,
  existingFile,
  listOf,
  milliseconds,
  nameServer,
  numberSetting,
  oneOf,
  optional,
  optionalSetting,
  origin,
  port,
  positiveInteger,
  postgresUrl,
  processes,
  proxies,
  type RawSettings,
  type Setting,
  seconds,
  secretSetting,
  setting,
  share,
  smtpUrl,
  text,
  url,
} from '../../platform/kit/parsers.ts'
import { isEmail } from '../../platform/text/email.ts'
import { billingSettings, limitSettings, signInSettings } from './accounts.ts'
import { conversationSettings } from './conversations.ts'

/** All settings. Nothing else reads the environment. */
export const settings = {
  PORT: setting({ parse: port, default: '3000', doc: 'The port to listen on.' }),
  HOST: setting({
    parse: text,
    default: '',
    doc: 'The address to listen on; empty: all interfaces.',
  }),
  QPR_BASE_URL: setting({
    parse: url,
    default: (raw) => `http://localhost:${raw('PORT')}`,
    doc: 'The public address of the service.',
  }),
  QPR_SCAN_HOST: setting({
    parse: url,
    default: (raw) => raw('QPR_BASE_URL'),
    doc: 'The address that printed codes open, scheme included. Print nothing before it is final.',
  }),
  DATABASE_URL: setting({
    parse: databaseUrl,
    default: (raw) => `sqlite:${join(raw('QPR_DATA_DIR'), 'qpr.db')}`,
    doc: 'sqlite:PATH or postgres://…, with several hosts for a failover: postgres://a,b/name.',
    secret: 'password',
  }),
  DATABASE_URL_DIRECT: setting({
    parse: optional(postgresUrl),
    default: '',
    doc:
      'The address of PostgreSQL without a pooler such as PgBouncer, for LISTEN and migrations; ' +
      'empty: DATABASE_URL.',
    secret: 'password',
  }),
  QPR_PREPARED_STATEMENTS: setting({
    parse: oneOf('on', 'off'),
    default: 'on',
    doc:
      'Whether to use named statements on PostgreSQL; off for PgBouncer before 1.21 in ' +
      'transaction mode.',
  }),
  QPR_PROCESSES: setting({
    parse: processes,
    default: '1',
    doc:
      'The number of processes that serve on PORT, or auto: one for each core. More than one ' +
      'needs PostgreSQL.',
  }),
  QPR_DATA_DIR: setting({
    parse: text,
    default: 'data',
    doc: 'The directory for all files that the service writes.',
  }),
  QPR_API_KEY: secretSetting(
    'The first API key, installed at the first start; empty: created and printed once.',
    16,
  ),
  QPR_URL: optionalSetting(
    url,
    'The service that qpr codes, ask, tail and listen use; empty: the one of qpr login, or this one.',
  ),
  QPR_OWNER_EMAIL: setting({
    parse: addressOf(isEmail, 'an e-mail address'),
    default: 'owner@localhost',
    doc: 'The e-mail address of the first user.',
  }),
  QPR_SMTP_URL: setting({
    parse: optional(smtpUrl),
    default: '',
    doc: 'smtp://user:password@host:port; empty: mails are written to data/outbox.',
    secret: 'password',
  }),
  QPR_MAIL_FROM: setting({
    parse: addressOf(
      (value) => isEmail(value.replace(/^[^<]*<([^<]*)>$/, '$1')),
      'an address such as qpr@example.com or "QPR <qpr@example.com>"',
    ),
    default: 'QPR <qpr@localhost>',
    doc: 'The sender of all mails.',
  }),
  QPR_SECRET: secretSetting(
    'Derives tokens and encrypts secrets; empty: created and kept in the data directory.',
    16,
  ),
  ...signInSettings,
  QPR_CORS_ORIGINS: setting({
    parse: listOf(origin),
    default: '',
    doc: 'Origins, comma-separated, that may call /v1, /s and /c from a browser.',
  }),
  QPR_TRUST_PROXY: setting({
    parse: proxies,
    default: '',
    doc:
      'Proxies whose X-Forwarded-* headers are trusted: loopback, private, cloudflare, addresses ' +
      'or networks, comma-separated; or the number of proxies in front.',
  }),
  QPR_GEO_DATABASE: optionalSetting(
    existingFile,
    'An .mmdb file with cities; empty: region and city are null.',
  ),
  QPR_SCAN_RETENTION_DAYS: optionalSetting(
    positiveInteger,
    'Days after which scans are deleted; totals and analytics stay. Empty: never.',
  ),
  QPR_AUDIT_RETENTION_DAYS: setting({
    parse: optional(positiveInteger),
    default: '365',
    doc: 'Days after which entries of the audit log are deleted. Empty: never.',
  }),
  ...conversationSettings,
  ...limitSettings,
  QPR_WEBHOOK_TIMEOUT_MS: setting({
    parse: milliseconds,
    default: '5000',
    doc: 'Milliseconds from the start of a delivery attempt (DNS, connect, send) to the status.',
  }),
  QPR_WEBHOOK_RETRY_SECONDS: setting({
    parse: listOf(seconds),
    default: '5,30,120,600,3600',
    doc: 'The wait in seconds after each failed attempt, comma-separated.',
  }),
  QPR_WEBHOOK_PRIVATE_TARGETS: setting({
    parse: oneOf('auto', 'allow', 'deny'),
    default: 'auto',
    doc: 'Whether webhooks may go to private addresses; auto: only while QPR_BASE_URL is private.',
  }),
  QPR_DNS_SERVERS: setting({
    parse: listOf(nameServer),
    default: '',
    doc:
      'Name servers for webhook targets, comma-separated addresses with or without a port; ' +
      "empty: the system's name servers.",
  }),
  QPR_RATE_LIMIT: optionalSetting(
    positiveInteger,
    'Maximum requests a minute for one API key, per process; empty: unlimited.',
  ),
  QPR_SLOW_READER_SECONDS: numberSetting(
    '30',
    'Seconds after which a client that reads nothing of a response is disconnected.',
  ),
  ...billingSettings,
  QPR_METRICS_TOKEN: secretSetting(
    'The Bearer token that opens /metrics for requests from other machines.',
    16,
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalSetting(
    url,
    'The address of an OpenTelemetry collector (OTLP over HTTP); empty: no traces.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secretSetting(
    'Headers for the collector, as name=value, comma-separated.',
  ),
  OTEL_SERVICE_NAME: setting({
    parse: text,
    default: 'qpr',
    doc: 'The name of the service in traces.',
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    parse: share,
    default: '1',
    doc: 'The share of requests that are traced, from 0 to 1; a caller that traces decides itself.',
  }),
  QPR_LOG_LEVEL: setting({
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
    default: 'info',
    doc: 'The level of detail of the log.',
  }),
}

type Name = keyof typeof settings
export type Config = { [N in Name]: (typeof settings)[N] extends Setting<infer T> ? T : never }

/** An invalid setting. The start prints its message as one line. */
export class BadSetting extends Error {}

export type Environment = Record<string, string | undefined>

/** The environment variables alone. */
export const processEnvironment = (): Environment => process.env

/** The environment variables, which override the `.env` file of the working directory. */
export const readEnvironment = (directory: string): Environment => {
  let file: Environment = {}
  try {
    file = parseEnv(readFileSync(join(directory, '.env'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return { ...file, ...process.env }
}

export const parseConfig = (environment: Environment): Config => {
  const raw: RawSettings = (name) => {
    const given = environment[name]?.trim()
    if (given) return given
    const { default: fallback } = settings[name as Name]
    return typeof fallback === 'string' ? fallback : fallback(raw)
  }
  const entries = Object.entries(settings).map(([name, { parse }]) => {
    try {
      return [name, parse(raw(name))]
    } catch (error) {
      throw new BadSetting(`${name} ${(error as Error).message}`)
    }
  })
  return Object.fromEntries(entries) as Config
}

/** Unknown names with our prefix, most likely misspelled. */
export const unknownSettings = (environment: Environment): string[] =>
  Object.keys(environment).filter(
    (name) => name.startsWith('QPR_') && !name.startsWith('QPR_TEST_') && !(name in settings),
  )

/** The output of `qpr config`: each setting with its current value, secrets masked. */
export const describeConfig = (config: Config) =>
  Object.entries(settings).map(([name, { doc, secret }]) => {
    const value = config[name as Name]
    const shown = value === null ? '' : [value].flat().join(',')
    return { name, value: secret ? masks[secret](shown) : shown, doc }
  })

const masked = '********'

const masks: Record<'all' | 'password', (value: string) => string> = {
  all: (value) => (value === '' ? '' : masked),
  password(value) {
    // Several hosts of PostgreSQL are no URL.
    const [, hosts = ''] = /^postgres(?:ql)?:\/\/(?:[^@/?]*@)?([^/?]*,[^/?]*)/.exec(value) ?? []
    if (hosts) {
      const start = /^(\w+:\/\/(?:[^@/?]*@)?)[^/?]*/
      const [first = ''] = hosts.split(',')
      return masks.password(value.replace(start, `$1${first}`)).replace(start, `$1${hosts}`)
    }
    if (!URL.canParse(value)) return value
    const url = new URL(value)
    if (url.password) url.password = masked
    for (const name of url.searchParams.keys()) {
      if (/pass/i.test(name)) url.searchParams.set(name, masked)
    }
    return url.password || url.search ? url.href : value
  },
}
