// The files for containers, Kubernetes and systemd. test/container.sh builds and runs the image.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { settings } from '../src/service/config/config.ts'
import { projectFile } from './harness/service/process.ts'

const read = (path: string) => readFileSync(projectFile(path), 'utf8')

const files = globSync(
  ['Dockerfile', 'compose*.yaml', 'deploy/**/*.*', 'deploy/caddy/*', 'docs/deployment.md'],
  { cwd: projectFile('.') },
)

test('every setting in a file for deployment exists', () => {
  assert.ok(files.length >= 9, files.join(', '))
  // The names that Kubernetes would set, in a comment that says why it must not.
  const known = new Set([...Object.keys(settings), 'QPR_PORT'])
  const unknown = files.flatMap((path) =>
    [...read(path).matchAll(/\bQPR_[A-Z_]+\b/g)]
      .filter(([name]) => !known.has(name))
      .map(([name]) => `${path}: ${name}`),
  )
  assert.deepEqual(unknown, [])
})

/** What the service of a Compose file gets from `.env`, for each setting. */
const composed = (path: string) => {
  const [, service = ''] = read(path).split(/^ {2}qpr:\n/m)
  const [own = ''] = service.split(/^(?: {0,2}\S)/m)
  assert.match(own, /^ {4}env_file: \[\{ path: \.env, required: false \}\]$/m, path)
  const [, environment = ''] = own.split(/^ {4}environment:\n/m)
  const lines = environment.split(/^ {4}\S/m)[0]?.matchAll(/^ {6}([A-Z_]+): (.*)$/gm) ?? []
  // A value in `environment` wins over the one in the file.
  const fixed = [...lines].filter(([, name, value = '']) => !value.includes(`\${${name}:`))
  const names = new Set(fixed.map(([, name]) => name))
  return Object.keys(settings).filter((name) => names.has(name))
}

test('Compose passes every setting of .env on, except those that belong to the container', () => {
  const ofContainer = ['PORT', 'HOST', 'QPR_DATA_DIR']
  assert.deepEqual(composed('compose.yaml').sort(), [...ofContainer].sort())
  assert.deepEqual(
    composed('compose.postgres.yaml').sort(),
    // The name of the server, the database and the proxy of the same file.
    [...ofContainer, 'QPR_BASE_URL', 'DATABASE_URL', 'QPR_TRUST_PROXY'].sort(),
  )
})

test('the image runs without root, on one volume, with a health check and no shell before the service', () => {
  const last =
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? ''
  assert.match(last, /^USER 10001:0$/m)
  assert.deepEqual(last.match(/^VOLUME .*$/gm), ['VOLUME /data'])
  assert.match(last, /^HEALTHCHECK [^\n]*\\\n {2}CMD \["node", .*\/readyz/m)
  assert.match(last, /^ENTRYPOINT \["node", /m)
  assert.match(last, /^CMD \["serve"\]$/m)
})

test('the files that a release reads are part of the build of the image', () => {
  const allowed = [...read('.dockerignore').matchAll(/^!(\S+)$/gm)].map(([, path = '']) => path)
  const needed = [...read('release/stage.ts').matchAll(/^ {2}'([^']+)',$/gm)]
    .map(([, path = '']) => path)
    .filter((path) => !/(^|\/)dist(\/|$)/.test(path))
  assert.ok(needed.length >= 6)
  const missing = needed.filter((path) => !allowed.some((one) => `${path}/`.startsWith(`${one}/`)))
  assert.deepEqual(missing, [])
})
