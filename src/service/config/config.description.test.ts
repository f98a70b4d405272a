import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeConfig, parseConfig, settings } from './config.ts'

const password = 'a-password-that-must-stay-hidden'

test('the description shows every setting with its current value', () => {
  const described = describeConfig(
    parseConfig({ PORT: '8080', QPR_CORS_ORIGINS: 'https://a.example' }),
  )
  const values = Object.fromEntries(described.map(({ name, value }) => [name, value]))
  assert.deepEqual(Object.keys(values), Object.keys(settings))
  assert.equal(values.PORT, '8080')
  assert.equal(values.QPR_CORS_ORIGINS, 'https://a.example')
  assert.equal(values.DATABASE_URL, 'sqlite:data/qpr.db')
  assert.deepEqual([values.QPR_RATE_LIMIT, values.QPR_SECRET], ['', ''])
})

test('the description masks secrets of any form', () => {
  const secrets: Record<string, string[]> = {
    QPR_SECRET: [password, `scheme:${password}`, `https://${password}`, `sqlite:${password}`],
    QPR_API_KEY: [password, `key:${password}`],
    QPR_METRICS_TOKEN: [password, `token:${password}`],
    QPR_SMTP_URL: [`smtp://user:${password}@mail.example.com:587`],
    DATABASE_URL: [
      `postgres://qpr:${password}@db.example.com/qpr`,
      `postgres://db.example.com/qpr?user=qpr&password=${password}`,
    ],
  }
  for (const [name, values] of Object.entries(secrets)) {
    for (const value of values) {
      const text = JSON.stringify(describeConfig(parseConfig({ [name]: value })))
      assert.ok(!text.includes(password), `${name}=${value}`)
      assert.ok(text.includes('********'), `${name}=${value}`)
    }
  }
})

test('the description of a URL masks only the password', () => {
  const DATABASE_URL = `postgres://qpr:${password}@db.example.com:5432/qpr?sslmode=require`
  const described = describeConfig(parseConfig({ DATABASE_URL }))
  assert.equal(
    described.find(({ name }) => name === 'DATABASE_URL')?.value,
    'postgres://qpr:********@db.example.com:5432/qpr?sslmode=require',
  )
})
