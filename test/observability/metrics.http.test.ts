import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../harness/checks/eventually.ts'
import { createCode } from '../harness/data/given.ts'
import { asking, openTalk } from '../harness/data/talk.ts'
import { startProvider } from '../harness/providers/provider.ts'
import { startReceiver } from '../harness/receivers/receiver.ts'
import { registerWebhook } from '../harness/receivers/webhooks.ts'
import { startService } from '../harness/service/service.ts'
import { dashboardQueries, exposedNames, metricNames, projectText } from './files.ts'

/** Their values come from the routes, the settings and the program, never from tenants. */
const labels = new Set([
  ...['method', 'route', 'status', 'le', 'result', 'model', 'direction', 'kind', 'cache', 'state'],
  ...['version', 'node', 'database', 'type', 'space', 'major', 'minor', 'patch', 'quantile'],
])

test('/metrics has every documented metric, with real values and no label of a tenant', async (t) => {
  const provider = await startProvider(t, { usage: { input: 42, output: 7 } })
  const service = await startService(t, { settings: asking(provider) })
  const receiver = await startReceiver(t)
  await registerWebhook(service, receiver.url)
  const code = await createCode(service)
  for (let n = 0; n < 3; n++) await fetch(`${service.address}/s/${code.short_id}`)
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask('Hello')
  provider.answerWith({ status: 429 })
  await visitor.ask('And?')
  const organization = await service.defaultOrganizationId()
  await service.post(`/v1/organizations/${organization}/members`, { email: 'a@example.com' })
  const stream = await visitor.follow()

  const read = async () => {
    const { text } = await service.get('/metrics', { key: null })
    const value = (series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')[1],
      )
    return { text, value }
  }
  await eventually(async () => {
    const { value } = await read()
    assert.equal(value('qpr_scans_total'), 3)
    // One event of the code, three of the scans.
    assert.equal(value('qpr_deliveries_total{result="succeeded"}'), 4)
    assert.equal(value('qpr_mail_attempts_total{result="sent"}'), 1)
    assert.equal(value('qpr_open_streams{kind="visitor"}'), 1)
    assert.equal(value('qpr_tokens_total{model="compatible:fake",direction="input"}'), 42)
    assert.equal(value('qpr_tokens_total{model="compatible:fake",direction="output"}'), 7)
    assert.equal(value('qpr_model_calls_total{model="compatible:fake",result="ok"}'), 1)
    assert.equal(value('qpr_model_calls_total{model="compatible:fake",result="model_busy"}'), 1)
    assert.equal(value('qpr_model_first_token_seconds_count{model="compatible:fake"}'), 1)
    assert.equal(value('qpr_model_duration_seconds_count{model="compatible:fake"}'), 2)
    assert.equal(value('qpr_delivery_lag_seconds_count'), 4)
    for (const name of ['deliveries_due', 'deliveries_backlog', 'mails_waiting', 'jobs_open']) {
      assert.equal(value(`qpr_${name}`), 0, name)
    }
    assert.ok(value('qpr_database_connections{state="idle"}') >= 0)
  })
  stream.close()
  await eventually(async () => {
    assert.equal((await read()).value('qpr_open_streams{kind="visitor"}'), 0)
  })

  const { text, value } = await read()
  assert.match(
    text,
    /^qpr_build_info\{version="[^"]+",node="v\d+[^"]*",database="(sqlite|postgres)"\} 1$/m,
  )
  const exposed = exposedNames(text)
  const ours = new Set([...exposed].filter((name) => name.startsWith('qpr_')))
  assert.deepEqual(metricNames(await projectText('docs/operations.md')), ours)
  for (const [, inside = ''] of text.matchAll(/^[a-z_]+\{(.*)\} /gm)) {
    for (const [, name = ''] of inside.matchAll(/(\w+)="/g)) assert.ok(labels.has(name), inside)
    assert.doesNotMatch(inside, /[a-z]{2,4}_[0-9A-Z]{26}|example\.com/, inside)
    assert.ok(!inside.includes(code.short_id), inside)
  }
  const scan =
    'qpr_http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/s/:short_id"}'
  assert.equal(value(scan), 3)
  assert.equal(value('qpr_http_requests_total{method="GET",route="/s/:short_id",status="200"}'), 3)

  const queries = (await dashboardQueries()).map(({ query }) => query).join('\n')
  const rules = await projectText('deploy/prometheus/rules.yml')
  for (const name of [...metricNames(queries), ...metricNames(rules)]) {
    assert.ok(exposed.has(name), `${name} is not a metric of /metrics`)
  }
})
