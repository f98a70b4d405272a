import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'

/** Parses the text of a setting. Throws a message that completes the sentence "NAME …". */
export type Parse<T> = (value: string) => T

export const refuse = (rule: string): never => {
  throw new Error(rule)
}

export const text: Parse<string> = (value) => value

/** Null when the text is empty. */
export const optional =
  <T>(parse: Parse<T>): Parse<T | null> =>
  (value) =>
    value === '' ? null : parse(value)

export const listOf =
  <T>(parse: Parse<T>): Parse<T[]> =>
  (value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .map(parse)

/** Two values, such as `5,300`. */
export const pairOf =
  <T>(parse: Parse<T>): Parse<[T, T]> =>
  (value) => {
    const [first, second, ...more] = value.split(/[,;]/).map((item) => item.trim())
    return first && second && more.length === 0
      ? [parse(first), parse(second)]
      : refuse(`must be two values such as 5,300, not "${value}".`)
  }

export const oneOf =
  <const T extends string>(...values: T[]): Parse<T> =>
  (value) =>
    values.find((candidate) => candidate === value) ??
    refuse(`must be one of ${values.join(', ')}, not "${value}".`)

const integer = (value: string, minimum: number, maximum: number): number =>
  /^\d{1,15}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum
    ? Number(value)
    : refuse(`must be a whole number from ${minimum} to ${maximum}, not "${value}".`)

export const port: Parse<number> = (value) => integer(value, 1, 65_535)

/** `auto`: one for each core. */
export const processes: Parse<number> = (value) =>
  value === 'auto' ? availableParallelism() : integer(value, 1, 64)

export const positiveInteger: Parse<number> = (value) => integer(value, 1, 1_000_000_000)

/** The range is sensible for waiting on another machine. */
export const milliseconds: Parse<number> = (value) => integer(value, 100, 60_000)

/** Seconds with fractions, because tests use shorter times. */
export const seconds: Parse<number> = (value) =>
  /^\d{1,7}(\.\d{1,3})?$/.test(value)
    ? Number(value)
    : refuse(`must be a list of seconds such as 5,30,120, not "${value}".`)

export const share: Parse<number> = (value) =>
  /^(?:0|1|0\.\d{1,6})$/.test(value)
    ? Number(value)
    : refuse(`must be a number from 0 to 1, not "${value}".`)

export const currency: Parse<string> = (value) =>
  Intl.supportedValuesOf('currency').includes(value)
    ? value
    : refuse(`must be the code of a currency such as EUR, not "${value}".`)

/** An http(s) URL without query, fragment or trailing slash. */
export const url: Parse<string> = (value) => {
  const parsed = URL.canParse(value) ? new URL(value) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    return refuse(`must be an address such as https://qpr.example.com, not "${value}".`)
  }
  if (parsed.search || parsed.hash || parsed.username || parsed.password) {
    return refuse('must have no query, no fragment and no credentials.')
  }
  return value.replace(/\/{1,9}$/, '')
}

/** The address of a service that decides who somebody is: without TLS only on this machine. */
export const trustedUrl: Parse<string> = (value) => {
  const address = url(value)
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isLoopbackHost(hostname)
    ? address
    : refuse(`must be an https address, or http on this machine, not "${value}".`)
}

/** The host of a parsed URL, which writes every form of an IPv4 address with four numbers. */
const isLoopbackHost = (hostname: string): boolean =>
  /^(?:localhost|[^.]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** Several hosts: `postgres://a:5432,b:5432/name`. */
const isPostgresUrl = (value: string) =>
  /^postgres(ql)?:\/\//.test(value) && hostUrls(value).every((url) => URL.canParse(url))

export const databaseUrl: Parse<string> = (value) =>
  /^sqlite:.+/.test(value) || isPostgresUrl(value)
    ? value
    : refuse('must be sqlite:PATH or postgres://user:password@host:port/name.')

/** The message does not repeat the value, because it contains a password. */
export const postgresUrl: Parse<string> = (value) =>
  isPostgresUrl(value) ? value : refuse('must be postgres://user:password@host:port/name.')

export const smtpUrl: Parse<string> = (value) =>
  /^smtps?:\/\//.test(value) && URL.canParse(value)
    ? value
    : refuse('must be an address such as smtp://user:password@mail.example.com:587.')

/** The message does not repeat the value, because it is a secret. */
export const printable =
  (minLength: number): Parse<string> =>
  (value) =>
    value.length >= minLength && /^[\x21-\x7e]+$/.test(value)
      ? value
      : refuse(`must have ${minLength} or more printable characters without spaces.`)

export const addressOf =
  (test: (value: string) => boolean, what: string): Parse<string> =>
  (value) =>
    test(value) ? value : refuse(`must be ${what}, not "${value}".`)

export const origin = addressOf(
  (value) => URL.canParse(value) && new URL(value).origin === value,
  'an origin such as https://example.com',
)

const longestPrefix: Record<number, number> = { 4: 32, 6: 128 }

const proxyNames = ['loopback', 'private', 'cloudflare']

const proxy = addressOf((value) => {
  if (proxyNames.includes(value)) return true
  const [address = '', bits, ...rest] = value.split('/')
  const longest = longestPrefix[isIP(address)]
  if (longest === undefined || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest)
}, 'loopback, private, cloudflare, an address such as 10.0.0.1, a network such as 10.0.0.0/8, or a number of proxies')

/** A list of proxies, or the number of proxies in front of the service. */
export const proxies: Parse<string[]> = (value) =>
  /^[1-9]$/.test(value) ? [value] : listOf(proxy)(value)

export const nameServer = addressOf((value) => {
  const [, bracketed, ofBracketed, plain = value, port = ofBracketed] =
    /^(?:\[([^\]]+)\](?::(\d{1,5}))?|([\d.]+)(?::(\d{1,5}))?)$/.exec(value) ?? []
  return isIP(bracketed ?? plain) !== 0 && Number(port ?? 53) <= 65535
}, 'an address such as 10.0.0.53 or 10.0.0.53:5353')

export const existingFile = addressOf(existsSync, 'a file that exists')

const verifying = /^(?:prefer|require|verify-ca)$/

/**
 * One URL for each host of `postgres://a:5432,b:5432/qpr?target_session_attrs=read-write`, as other
 * programs for PostgreSQL write it. The service always needs a server that accepts writes.
 */
export const hostUrls = (url: string): string[] => {
  const [scheme = '', rest] = url.split('://', 2)
  if (!/^postgres(?:ql)?$/.test(scheme) || rest === undefined) return [url]
  const [address = '', query = ''] = rest.split('?', 2)
  const [server = '', ...folders] = address.split('/')
  const at = server.lastIndexOf('@') + 1
  const hosts = server.slice(at)
  const start = `${scheme}://${server.slice(0, at)}`
  const path = folders.length > 0 ? `/${folders.join('/')}` : ''
  const parameters = new URLSearchParams(query)
  parameters.delete('target_session_attrs')
  // As `pg` understands these modes. Named by its own name they cause no warning, and keep their
  // meaning in its next version.
  const mode = parameters.get('sslmode') ?? ''
  if (verifying.test(mode) && parameters.get('uselibpqcompat') !== 'true') {
    parameters.set('sslmode', 'verify-full')
  }
  const end = parameters.size > 0 ? `${path}?${parameters}` : path
  return hosts.split(',').map((host) => `${start}${host}${end}`)
}

/** A setting: its parser, its default and its documentation. */
export interface Setting<T> {
  parse: Parse<T>
  /** As in the environment, or a function that derives it from other settings. */
  default: string | ((raw: RawSettings) => string)
  doc: string
  /** The part that is masked: the whole value, or the password in a URL. */
  secret?: 'all' | 'password'
}

export type RawSettings = (name: string) => string

export const setting = <T>(definition: Setting<T>) => definition

/** A positive number, with its default. */
export const numberSetting = (fallback: string, doc: string) =>
  setting({ parse: positiveInteger, default: fallback, doc })

/** Null by default. */
export const optionalSetting = <T>(parse: Parse<T>, doc: string) =>
  setting({ parse: optional(parse), default: '', doc })

/** A key or a token: null by default, and masked as a whole. */
export const secretSetting = (doc: string, minLength = 1) =>
  setting({ parse: optional(printable(minLength)), default: '', doc, secret: 'all' })
