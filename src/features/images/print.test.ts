import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callsToAction } from '#contract/calls-to-action.ts'
import { type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import type { ProblemBody } from '../../../test/harness/service/client.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'
import type { PiecePreview } from './images.schema.ts'

const previewOf = async (service: Service, id: string, query: string) => {
  const { status, body } = await service.get<PiecePreview>(
    `/v1/qpr-codes/${id}/print-preview?${query}`,
  )
  assert.equal(status, 200)
  return body
}

test('a code is printed as a poster, a sticker or a tent', async (t) => {
  const service = await startService(t)
  const { id, short_id } = await createCode(service, { name: 'Harbour Hotel' })
  const print = (query: string) => service.get<ProblemBody>(`/v1/qpr-codes/${id}/print?${query}`)

  await t.test('by default as a PDF with bleed and crop marks', async () => {
    const { status, headers, text } = await print('kind=poster')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/pdf')
    assert.equal(headers.get('content-disposition'), 'attachment; filename="poster-a4.pdf"')
    assert.match(text, /\/MediaBox\[0 0 651.9685 898.5827\]\/BleedBox\[.*\]\/TrimBox\[/)
  })

  await t.test('as an SVG of exactly its size', async () => {
    const { headers, text } = await print('kind=tent&size=a5&format=svg')
    assert.equal(headers.get('content-type'), 'image/svg+xml')
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.match(text, /^<svg [^>]*width="210mm" height="297mm"/)
    assert.ok(text.includes(`/s/${short_id}`))
  })

  await t.test('with its own texts, bleed and marks', async () => {
    const query = 'kind=sticker&format=svg&bleed_mm=2&crop_marks=1&title=&call_to_action=Hallo'
    const { text } = await print(query)
    assert.match(text, /<title>Hallo<\/title>/)
    // The sticker, the bleed, and 7 mm for the marks.
    assert.match(text, /width="88mm" height="88mm"/)
  })

  await t.test('in true size on the paper of an office printer', async () => {
    const page = 'width="210mm" height="297mm"'
    // Folded once, without cutting.
    const tent = (await print('kind=tent&size=a5&format=svg&paper=a4&bleed_mm=3')).text
    assert.match(tent, new RegExp(`${page} viewBox="0 0 210 297"`))
    // In the middle, with marks for cutting on the empty paper.
    const small = (await print('kind=tent&size=a6&format=svg&paper=a4')).text
    assert.match(small, new RegExp(`${page} viewBox="-31 -43.5 210 297".*M-6 0L-1 0`))
    // Two beside each other, three below.
    const stickers = (await print('kind=sticker&size=70x70&format=svg&paper=a4')).text
    assert.match(stickers, new RegExp(`${page} viewBox="-33 -39.5 210 297"`))
    assert.equal(stickers.match(/<g transform="translate\((0|74) (0|74|148)\)">/g)?.length, 5)
    assert.match((await print('kind=poster&paper=a4')).text, /\/MediaBox\[0 0 595.\d+ 841.\d+\]/)
    assert.doesNotMatch((await print('kind=poster&paper=a4')).text, /TrimBox/)
    assertInvalid(await print('kind=poster&size=a3&paper=a4'), 'size')
    assertInvalid(await print('kind=tent&size=a5&paper=letter'), 'size')
    assertInvalid(await print('kind=poster&paper=a2'), 'paper')
  })

  await t.test('and unknown values are refused', async () => {
    assertInvalid(await print(''), 'kind')
    assertInvalid(await print('kind=flag'), 'kind')
    assertInvalid(await print('kind=poster&size=70x70'), 'size')
    assertInvalid(await print('kind=poster&format=png'), 'format')
    assertInvalid(await print('kind=poster&bleed_mm=11'), 'bleed_mm')
    assertInvalid(await print('kind=poster&crop_marks=yes'), 'crop_marks')
    assertInvalid(await print(`kind=poster&call_to_action=${'x'.repeat(81)}`), 'call_to_action')
    assertInvalid(await print('kind=poster&title=a%00b'), 'title')
    assert.equal((await service.get('/v1/qpr-codes/none/print?kind=poster')).status, 404)
  })

  await t.test('and the preview tells which texts are left out or shortened', async () => {
    const plain = await previewOf(service, id, 'kind=poster&size=a5')
    assert.deepEqual([plain.width_mm, plain.height_mm], [148, 210])
    assert.deepEqual([plain.left_out, plain.shortened], [[], []])
    assert.equal(plain.title, 'Harbour Hotel')
    assert.match(plain.svg, /width="148mm" height="210mm"/)
    const query = `kind=sticker&size=50x70&title=${encodeURIComponent('酒店 B')}&call_to_action=${'W'.repeat(80)}`
    const other = await previewOf(service, id, query)
    assert.deepEqual(other.left_out, [{ field: 'title', characters: ['酒', '店'] }])
    assert.deepEqual(other.shortened, ['call_to_action'])
  })

  await t.test('and the call to action is in the language of the code', async () => {
    const callIn = async (language: ScanLanguage | null) => {
      await service.patch(`/v1/qpr-codes/${id}`, { language })
      return (await previewOf(service, id, 'kind=sticker')).call_to_action
    }
    for (const language of scanLanguages) {
      assert.equal(await callIn(language), callsToAction[language][0])
    }
    assert.equal(await callIn(null), 'Scan to talk')
  })

  await t.test('and a sheet puts codes into frames', async () => {
    const layout = { paper: 'a4', grid: '3x7' }
    const sheet = (body: object) =>
      service.post<ProblemBody>('/v1/qpr-codes/print-sheet', { ids: [id], layout, ...body })
    const [plain, framed] = [await sheet({}), await sheet({ frame: {} })]
    assert.deepEqual([plain.status, framed.status], [200, 200])
    assert.doesNotMatch(plain.text, /Roboto-Bold/)
    assert.match(framed.text, /Roboto-Bold/)
    const long = { frame: { call_to_action: 'x'.repeat(81) } }
    assertInvalid(await sheet(long), 'frame')
    const tiny = await sheet({ frame: {}, layout: { paper: 'a4', columns: 10, rows: 15 } })
    assert.equal(tiny.status, 422)
    assert.deepEqual(
      tiny.body.errors?.map(({ pointer, code }) => [pointer, code]),
      [['/layout/size', 'too_small']],
    )
  })
})
