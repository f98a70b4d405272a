import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from 'typebox'
import { isWithin, workedMs } from '../../../test/harness/checks/duration.ts'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import {
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'
import type { ImagePreview } from './images.schema.ts'

type Preview = Static<typeof ImagePreview>

const square = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${width}"><rect width="9" height="9" fill="#a02020"/></svg>`
const asDataUrl = (svg: string) =>
  `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

const preview = async (service: Service, body: object) => {
  const answer = await service.post<Preview>('/v1/qpr-codes/preview-image', body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

test('a preview that scans equals the image of the code with that style', async (t) => {
  const service = await startService(t)
  const { id, short_id } = await createCode(service)
  const style = { color: '#0f6b5c', dots: 'rounded', eyes: 'circle', margin: 6 }
  const draft = await preview(service, { qpr_code_id: id, style })
  assert.deepEqual([draft.scannable, draft.problems, draft.fix], [true, [], null])
  assert.deepEqual(draft.style, { background: '#ffffff', level: 'M', ...style })
  await service.patch(`/v1/qpr-codes/${id}`, { style })
  const { text } = await service.get(`/qr/${short_id}.svg`, { key: null })
  assert.equal(draft.svg, text)
})

test('a preview saves nothing', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service)
  const before = (await service.get(`/v1/qpr-codes/${id}`)).text
  await preview(service, { qpr_code_id: id, style: { color: '#0f6b5c' } })
  assert.equal((await service.get(`/v1/qpr-codes/${id}`)).text, before)
})

test('the preview of a new code has the size of its image', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service)
  const extent = ({ svg }: Preview) => /viewBox="([^"]+)"/.exec(svg)?.[1]
  assert.equal(
    extent(await preview(service, {})),
    extent(await preview(service, { qpr_code_id: id })),
  )
  assert.match((await preview(service, { size: 200 })).svg, /width="200" height="200"/)
})

const refused: [style: object, code: string, fix: RegExp][] = [
  [{ color: '#9ad0c5' }, 'low_contrast', /^\{"color":"#[0-9a-f]{6}"\}$/],
  [
    { color: '#ffffff', background: '#000000' },
    'low_contrast',
    /^\{"color":"#000000","background":"#ffffff"\}$/,
  ],
  [
    { color: '#303030', background: '#404040' },
    'low_contrast',
    /^\{"color":"#000000","background":"#[0-9a-f]{6}"\}$/,
  ],
]

for (const [style, code, fix] of refused) {
  test(`${JSON.stringify(style)} is drawn and refused, and its fix is accepted`, async (t) => {
    const service = await startService(t)
    const { id } = await createCode(service)
    const draft = await preview(service, { style })
    assert.equal(draft.scannable, false)
    assert.deepEqual(
      draft.problems.map((problem) => problem.code),
      [code],
    )
    assert.match(draft.svg, /^<svg /)
    assert.ok(draft.contrast < 4)
    assert.match(JSON.stringify(draft.fix), fix)
    const path = `/v1/qpr-codes/${id}`
    assert.equal((await service.patch(path, { style })).status, 422)
    assert.equal((await service.patch(path, { style: { ...style, ...draft.fix } })).status, 200)
  })
}

test('a preview contains the logo of the code, unless another or none is requested', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service)
  const uploaded = square(9)
  await service.request('PUT', `/v1/qpr-codes/${id}/logo`, {
    rawBody: uploaded,
    headers: { 'Content-Type': 'image/svg+xml' },
  })
  const imageIn = ({ svg }: Preview) => /<image [^>]*href="([^"]+)"/.exec(svg)?.[1]
  const own = await preview(service, { qpr_code_id: id })
  assert.match(imageIn(own) ?? '', /^data:image\/svg\+xml;base64,/)
  assert.equal(imageIn(await preview(service, { qpr_code_id: id, logo: null })), undefined)
  const other = asDataUrl(square(12))
  const draft = await preview(service, { logo: other })
  assert.notEqual(imageIn(draft), imageIn(own))
  const ofCode = await preview(service, { qpr_code_id: id, logo: other })
  assert.equal(imageIn(ofCode), imageIn(draft))
  const same = await preview(service, { logo: asDataUrl(uploaded) })
  assert.equal(imageIn(same), imageIn(own))
})

test('an unusable logo is left out, and the preview says why', async (t) => {
  const service = await startService(t)
  const evil = asDataUrl('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const logo of [evil, 'data:image/png;base64,AAAA']) {
    const draft = await preview(service, { logo })
    assert.deepEqual(
      [draft.scannable, draft.problems[0]?.code, draft.fix],
      [false, 'invalid_logo', null],
    )
    assert.doesNotMatch(draft.svg, /<image/)
  }
})

test('an invalid style or data URL gets 422', async (t) => {
  const service = await startService(t)
  const post = (body: object) => service.post('/v1/qpr-codes/preview-image', body)
  assertInvalid(await post({ style: { color: 'red' } }), 'style')
  assertInvalid(await post({ style: { margin: 2 } }), 'style')
  assertInvalid(await post({ logo: 'https://a.example/logo.png' }), 'logo')
})

test('an unreachable organization or code gets 404', async (t) => {
  const service = await startOwnService(t)
  const { id } = await createCode(service)
  const elsewhere = await createOrganization(service)
  const key = await service.keyOf('owner', elsewhere.id)
  for (const body of [{ qpr_code_id: id }, { organization_id: 'unknown' }]) {
    const answer = await service.post('/v1/qpr-codes/preview-image', body, { key })
    assert.equal(answer.status, 404)
  }
})

test('twenty previews of a styled code with a logo take less than a second of CPU time', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service)
  const body = { qpr_code_id: id, style: { dots: 'dots' }, logo: asDataUrl(square(9)) }
  await preview(service, body)
  const before = workedMs()
  for (let drag = 0; drag < 20; drag++) await preview(service, body)
  const ms = workedMs() - before
  assert.ok(isWithin(ms, 1000), `${ms} ms`)
})
