import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  BadSetting,
  type Config,
  type Environment,
  parseConfig,
  readEnvironment,
  settings,
  unknownSettings,
} from './config.ts'

const password = 'a-password-nobody-may-see'

const messageOf = (environment: Environment): string => {
  try {
    parseConfig(environment)
  } catch (error) {
    assert.ok(error instanceof BadSetting)
    return error.message
  }
  return assert.fail(`${JSON.stringify(environment)} was accepted`)
}

test('every setting has a default', () => {
  const defaults: Config = {
    PORT: 3000,
    HOST: '',
    QPR_BASE_URL: 'http://localhost:3000',
    QPR_SCAN_HOST: 'http://localhost:3000',
    DATABASE_URL: 'sqlite:data/qpr.db',
    DATABASE_URL_DIRECT: null,
    QPR_PREPARED_STATEMENTS: 'on',
    QPR_PROCESSES: 1,
    QPR_DATA_DIR: 'data',
    QPR_API_KEY: null,
    QPR_URL: null,
    QPR_OWNER_EMAIL: 'owner@localhost',
    QPR_SMTP_URL: null,
    QPR_MAIL_FROM: 'QPR <qpr@localhost>',
    QPR_SECRET: null,
    QPR_SIGNUP: 'invite',
    QPR_SIGNIN_BY_MAIL: 'on',
    QPR_OIDC_ISSUER: null,
    QPR_OIDC_CLIENT_ID: null,
    QPR_OIDC_CLIENT_SECRET: null,
    QPR_OIDC_NAME: 'your company account',
    QPR_OIDC_DOMAINS: [],
    QPR_OIDC_ROLE_CLAIM: null,
    QPR_CORS_ORIGINS: [],
    QPR_TRUST_PROXY: [],
    QPR_GEO_DATABASE: null,
    QPR_SCAN_RETENTION_DAYS: null,
    QPR_AUDIT_RETENTION_DAYS: 365,
    QPR_AI_MODEL: [],
    QPR_AI_MODELS: [],
    QPR_AI_BASE_URL: null,
    QPR_AI_API_KEY: null,
    QPR_AI_PRICES: [],
    QPR_AI_CURRENCY: 'USD',
    QPR_AI_EMBEDDING_MODEL: null,
    QPR_KNOWLEDGE_PROMPT_TOKENS: 4000,
    QPR_AI_REWRITING_MS: 1500,
    QPR_AI_FIRST_TOKEN_SECONDS: 20,
    QPR_AI_STALL_SECONDS: 15,
    OPENAI_API_KEY: null,
    OPENAI_BASE_URL: null,
    ANTHROPIC_API_KEY: null,
    ANTHROPIC_BASE_URL: null,
    GOOGLE_GENERATIVE_AI_API_KEY: null,
    GOOGLE_GENERATIVE_AI_BASE_URL: null,
    OLLAMA_HOST: '127.0.0.1:11434',
    QPR_CONVERSATION_IDLE_SECONDS: 1800,
    QPR_CONVERSATION_RETENTION_DAYS: null,
    QPR_LIMIT_MESSAGES_PER_MINUTE: 20,
    QPR_LIMIT_MESSAGES: 200,
    QPR_LIMIT_OPENINGS_PER_MINUTE: 120,
    QPR_LIMIT_COSTLY_PER_MINUTE: 120,
    QPR_LIMIT_UNTRUSTED_PROXY: 50,
    QPR_LIMIT_OUTPUT_TOKENS: 1000,
    QPR_LIMIT_TOKENS_PER_DAY: 500_000,
    QPR_LIMIT_WEBHOOKS: 50,
    QPR_LIMIT_TEMPLATES: 50,
    QPR_LIMIT_SOURCES: 5000,
    QPR_LIMIT_KNOWLEDGE_PAGES: 5000,
    QPR_LIMIT_KNOWLEDGE_MB: 500,
    QPR_LIMIT_INVITATIONS_PER_DAY: 100,
    QPR_LIMIT_SIGNIN_MAILS_PER_HOUR: [5, 300],
    QPR_LIMIT_HANDOFFS_PER_HOUR: [30, 300],
    QPR_LIMIT_STREAMS: [50, 2000],
    QPR_LIMIT_KEYS: 100,
    QPR_LIMIT_VERSIONS: 100,
    QPR_LIMIT_ORGANIZATIONS_PER_DAY: 1000,
    QPR_WEBHOOK_TIMEOUT_MS: 5000,
    QPR_WEBHOOK_RETRY_SECONDS: [5, 30, 120, 600, 3600],
    QPR_WEBHOOK_PRIVATE_TARGETS: 'auto',
    QPR_DNS_SERVERS: [],
    QPR_RATE_LIMIT: null,
    QPR_SLOW_READER_SECONDS: 30,
    QPR_METRICS_TOKEN: null,
    QPR_BILLING: 'manual',
    QPR_PLANS_FILE: null,
    STRIPE_SECRET_KEY: null,
    STRIPE_WEBHOOK_SECRET: null,
    QPR_STRIPE_API_URL: 'https://api.stripe.com',
    OTEL_EXPORTER_OTLP_ENDPOINT: null,
    OTEL_EXPORTER_OTLP_HEADERS: null,
    OTEL_SERVICE_NAME: 'qpr',
    OTEL_TRACES_SAMPLER_ARG: 1,
    QPR_LOG_LEVEL: 'info',
  }
  assert.deepEqual(parseConfig({}), defaults)
})

test('every setting that this service needs is in the table, with one line that explains it', () => {
  const needed = [
    ...['PORT', 'HOST', 'DATABASE_URL', 'QPR_BASE_URL', 'QPR_SCAN_HOST', 'QPR_DATA_DIR'],
    ...['QPR_API_KEY', 'QPR_OWNER_EMAIL', 'QPR_SMTP_URL', 'QPR_MAIL_FROM', 'QPR_SECRET'],
    ...['QPR_SIGNUP', 'QPR_CORS_ORIGINS', 'QPR_TRUST_PROXY', 'QPR_RATE_LIMIT', 'QPR_METRICS_TOKEN'],
  ]
  for (const name of needed) assert.ok(name in settings, name)
  for (const [name, { doc }] of Object.entries(settings)) {
    assert.match(doc, /^\S[^\n]+[.…]$/, name)
  }
})

test('the URLs follow the port, the scan host follows the base URL', () => {
  assert.equal(parseConfig({ PORT: '8080' }).QPR_BASE_URL, 'http://localhost:8080')
  const { QPR_BASE_URL, QPR_SCAN_HOST } = parseConfig({ QPR_BASE_URL: 'https://qpr.example.com' })
  assert.deepEqual([QPR_BASE_URL, QPR_SCAN_HOST], Array(2).fill('https://qpr.example.com'))
  const apart = parseConfig({ QPR_SCAN_HOST: 'https://q.example' })
  assert.equal(apart.QPR_SCAN_HOST, 'https://q.example')
})

test('the database file lies in the data directory', () => {
  const { DATABASE_URL } = parseConfig({ QPR_DATA_DIR: '/var/lib/qpr' })
  assert.equal(DATABASE_URL, 'sqlite:/var/lib/qpr/qpr.db')
})

test('values are parsed to their types', () => {
  const config = parseConfig({
    PORT: ' 8080 ',
    QPR_BASE_URL: 'https://qpr.example.com/',
    QPR_CORS_ORIGINS: 'https://a.example, http://localhost:5173,',
    QPR_TRUST_PROXY: '10.0.0.0/8, ::1, fd00::/128',
    QPR_RATE_LIMIT: '600',
    QPR_MAIL_FROM: 'QPR <qpr@example.com>',
  })
  assert.equal(config.PORT, 8080)
  assert.equal(config.QPR_BASE_URL, 'https://qpr.example.com')
  assert.deepEqual(config.QPR_CORS_ORIGINS, ['https://a.example', 'http://localhost:5173'])
  assert.deepEqual(config.QPR_TRUST_PROXY, ['10.0.0.0/8', '::1', 'fd00::/128'])
  assert.equal(config.QPR_RATE_LIMIT, 600)
})

test('trusted proxies are networks with or without a name, or a number', () => {
  const proxiesOf = (QPR_TRUST_PROXY: string) => parseConfig({ QPR_TRUST_PROXY }).QPR_TRUST_PROXY
  assert.deepEqual(proxiesOf('loopback, cloudflare,10.0.0.1'), [
    'loopback',
    'cloudflare',
    '10.0.0.1',
  ])
  assert.deepEqual(proxiesOf('private'), ['private'])
  assert.deepEqual(proxiesOf('2'), ['2'])
  assert.throws(() => proxiesOf('loopback,2'), BadSetting)
})

test('the provider of the company needs TLS, unless it is on this machine', () => {
  const issuerOf = (QPR_OIDC_ISSUER: string) => parseConfig({ QPR_OIDC_ISSUER }).QPR_OIDC_ISSUER
  for (const host of ['localhost:8080', 'login.localhost', '127.0.0.1', '127.1', '[::1]:80']) {
    assert.equal(issuerOf(`http://${host}/realm`), `http://${host}/realm`)
  }
  assert.equal(issuerOf('https://login.example.com'), 'https://login.example.com')
  const remote = ['login.example.com', '10.0.0.1', '127.0.0.1.example.com', '[::2]', 'localhost.de']
  for (const host of remote) assert.throws(() => issuerOf(`http://${host}`), BadSetting, host)
})

test('an empty value is the default', () => {
  const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, ' ']))
  assert.deepEqual(parseConfig(empty), parseConfig({}))
})

test('an invalid value stops the start with one line that names the setting and the value', () => {
  const bad: Record<string, string[]> = {
    PORT: ['0', '65536', '80.5', '1e3', 'http', '-1'],
    QPR_BASE_URL: ['qpr.example.com', 'ftp://qpr.example.com', 'http://'],
    QPR_SCAN_HOST: ['q.example', '//q.example'],
    QPR_OWNER_EMAIL: ['owner', 'a b@example.com', 'a@b@c'],
    QPR_MAIL_FROM: ['QPR', 'QPR <qpr>'],
    QPR_SIGNUP: ['closed', 'OPEN'],
    QPR_CORS_ORIGINS: ['*', 'https://a.example/', 'a.example'],
    QPR_DNS_SERVERS: ['dns', '10.0.0', '10.0.0.1:99999', '[::1', '10.0.0.1:'],
    QPR_TRUST_PROXY: [
      'proxy',
      '10.0.0.0/8/8',
      '10.0.0',
      '10.0.0.0/0',
      '10.0.0.0/33',
      '::1/129',
      '0',
      '10',
      '-1',
      'Private',
    ],
    QPR_RATE_LIMIT: ['0', '-5', 'many', '1.5'],
    OTEL_TRACES_SAMPLER_ARG: ['2', '-1', 'half'],
    QPR_LOG_LEVEL: ['loud'],
  }
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) {
      const message = messageOf({ [name]: value })
      assert.match(message, new RegExp(`^${name} must [^\\n]+\\.$`))
      assert.ok(message.includes(value), message)
    }
  }
})

test('a base URL with a query, a fragment or credentials is refused', () => {
  for (const end of ['?a=1', '#a']) {
    assert.match(
      messageOf({ QPR_BASE_URL: `https://qpr.example.com/${end}` }),
      /^QPR_BASE_URL must/,
    )
  }
  const message = messageOf({ QPR_BASE_URL: `https://user:${password}@qpr.example.com` })
  assert.match(message, /^QPR_BASE_URL must/)
  assert.ok(!message.includes(password))
})

test('an invalid secret stops the start with one line that does not repeat it', () => {
  const bad: Record<string, string[]> = {
    DATABASE_URL: [`mysql://root:${password}@localhost/qpr`, `postgres:${password}`, password],
    QPR_SMTP_URL: [`http://user:${password}@mail.example.com`, password],
    QPR_API_KEY: ['short-secret', `${password} with spaces`, `${password}\u0000`, 'ä'.repeat(20)],
    QPR_SECRET: ['short-secret', `${password}\nmore`],
    QPR_METRICS_TOKEN: ['short-secret', `${password} and more`],
  }
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) {
      const message = messageOf({ [name]: value })
      assert.match(message, new RegExp(`^${name} must [^\\n]+\\.$`))
      for (const secret of [password, 'short-secret', 'ää']) assert.ok(!message.includes(secret))
    }
  }
})

test('unknown names with our prefix are found', () => {
  const environment = { QPR_BASE_URI: 'x', QPR_PORT: '1', PORT: '2', QPR_SECRET: 'y', PATH: '/bin' }
  assert.deepEqual(unknownSettings(environment), ['QPR_BASE_URI', 'QPR_PORT'])
})

test('the environment overrides .env', async (t) => {
  const folder = await folderWith(t, 'PORT=8080\nQPR_SIGNUP="open" # for all\n')
  const before = process.env.PORT
  process.env.PORT = '9090'
  const { PORT, QPR_SIGNUP } = parseConfig(readEnvironment(folder))
  if (before === undefined) delete process.env.PORT
  else process.env.PORT = before
  assert.deepEqual([PORT, QPR_SIGNUP], [9090, 'open'])
})

test('without .env only the environment counts', async (t) => {
  assert.deepEqual(readEnvironment(await folderWith(t)), { ...process.env })
})

const folderWith = async (t: TestContext, env?: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-config-'))
  t.after(() => rm(folder, { recursive: true }))
  if (env !== undefined) await writeFile(join(folder, '.env'), env)
  return folder
}
