import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import {
  docxOf,
  lockedPdf,
  pdfOf,
  pptxOf,
  shapeOf,
  sheetOf,
  xlsxOf,
  zipOf,
} from '../../../test/harness/data/files.ts'
import { addFile, type Source, search, upload } from '../../../test/harness/data/knowledge.ts'
import type { ProblemBody } from '../../../test/harness/service/client.ts'
import { startService } from '../../../test/harness/service/service.ts'

test('every type of file is recognized by its content, and its passages have headings and pages', async (t) => {
  const service = await startService(t)
  const files: [name: string, content: string | Buffer][] = [
    [
      'a.csv',
      pdfOf(['# The pool\nThe pool is heated to 28 degrees.', 'The lagoon is on page two.']),
    ],
    ['b.pdf', docxOf(['# The spa', 'A massage takes fifty minutes.'])],
    [
      'h.pdf',
      xlsxOf([
        {
          name: 'Boats',
          xml: sheetOf([
            ['Boat', 'Price'],
            ['Canoe', 15],
          ]),
        },
      ]),
    ],
    ['i.pdf', pptxOf([shapeOf(['The tower'], 'title') + shapeOf(['It has 212 steps.'])])],
    [
      'c.docx',
      '<!doctype html><html><body><nav>Menu</nav><h1>The bar</h1><p>Cocktails until midnight.</p></body></html>',
    ],
    ['d.html', 'Room;Price;View\nMeerblick;129;harbour\nGarten;99;garden\n'],
    ['e.png', '# The library\n\nBooks may be borrowed for a week.\n'],
    ['f', Buffer.from('\ufeffDas Frühstück gibt es bis elf Uhr.', 'utf16le')],
    ['g', Buffer.from('Der Fahrradkeller schließt um 22 Uhr.', 'latin1')],
  ]
  for (const [name, content] of files) {
    const { status, reason } = await addFile(service, name, content)
    assert.equal(status, 'ready', name)
    // The guess is shown.
    if (name === 'g')
      assert.match(reason ?? '', /^The file is not in UTF-8 and was read as windows-1252\./)
    else assert.equal(reason, null, name)
  }
  const best = async (q: string) => {
    const [first] = (await search(service, q)).passages
    return [first?.page, first?.headings.join('/'), first?.text]
  }
  assert.deepEqual(await best('How warm is the pool?'), [
    1,
    'The pool',
    'The pool is heated to 28 degrees.',
  ])
  assert.deepEqual(await best('lagoon'), [2, 'The pool', 'The lagoon is on page two.'])
  assert.deepEqual(await best('massage'), [null, 'The spa', 'A massage takes fifty minutes.'])
  assert.deepEqual(await best('canoe'), [null, 'Boats', 'Boat: Canoe | Price: 15'])
  assert.deepEqual(await best('steps'), [null, 'The tower', 'It has 212 steps.'])
  assert.deepEqual(await best('cocktails'), [null, 'The bar', 'Cocktails until midnight.'])
  assert.match(
    String((await best('meerblick'))[2]),
    /Room: Meerblick \| Price: 129 \| View: harbour/,
  )
  assert.deepEqual(await best('borrowed books'), [
    null,
    'The library',
    'Books may be borrowed for a week.',
  ])
  assert.match(String((await best('fruhstuck'))[2]), /Frühstück gibt es bis elf/)
  assert.match(String((await best('Fahrradkeller'))[2]), /schließt um 22 Uhr/)
  assert.equal((await search(service, 'Menu')).best, 0)
})

test('a file that cannot be read fails alone, with a sentence that helps', async (t) => {
  const service = await startService(t)
  const bomb = zipOf({ 'word/document.xml': Buffer.alloc(65 * 2 ** 20, 32) })
  assert.ok(bomb.length < 100_000)
  // `reading/` has the other reasons.
  const bad: [content: string | Buffer, reason: RegExp][] = [
    [lockedPdf(), /protected by a password/],
    [bomb, /unpacks to more than 64 MB/],
    [' \n\n ', /no text/],
  ]
  for (const [content, reason] of bad) {
    const failed = await addFile(service, 'a.pdf', content)
    assert.equal(failed.status, 'failed', String(reason))
    assert.match(failed.reason ?? '', reason)
    assert.deepEqual([failed.passages, failed.pages, failed.progress], [0, 0, null])
  }
  const { status } = await addFile(service, 'good.txt', 'The sauna is in the basement.')
  assert.equal(status, 'ready')
})

test('a file that is empty, too large or of no known type is refused, and nothing of it stays', async (t) => {
  const service = await startService(t)
  assertRefused(await upload<ProblemBody>(service, 'a.txt', ''), {
    status: 422,
    code: 'empty_file',
  })
  const gif = Buffer.from('47494638396101000100', 'hex')
  assertRefused(await upload<ProblemBody>(service, 'a.pdf', gif), {
    status: 422,
    code: 'unsupported_file',
  })
  const old = Buffer.from('d0cf11e0a1b11ae1000000', 'hex')
  assert.match((await upload(service, 'a.docx', old)).text, /without a password/)
  const large = Buffer.alloc(20 * 2 ** 20 + 1, 'a')
  assertRefused(await upload<ProblemBody>(service, 'a.txt', large), {
    status: 413,
    code: 'file_too_large',
  })
  assertRefused(await upload<ProblemBody>(service, 'a.txt', 'Text', { code_ids: 'qpr_unknown' }), {
    status: 422,
    code: 'invalid_input',
  })
  assertRefused(await service.request('POST', '/v1/knowledge/files', { rawBody: 'Text' }), {
    status: 422,
    code: 'invalid_input',
  })
  const { db } = service.database
  const uploads = () => db.selectFrom('knowledge_uploads').select('id').execute()
  assert.deepEqual(await db.selectFrom('knowledge_chunks').select('position').execute(), [])
  assert.deepEqual(await uploads(), [])

  const headers = { 'Idempotency-Key': 'once', 'Content-Type': 'text/plain' }
  const send = <T = Source>(rawBody: string) =>
    service.request<T>('POST', '/v1/knowledge/files?name=a', { rawBody, headers })
  const [first, second] = [await send('The sauna.'), await send('The sauna.')]
  assert.deepEqual(await uploads(), [])
  assert.equal(second.body.id, first.body.id)
  assertRefused(await send<ProblemBody>('The pool.'), {
    status: 422,
    code: 'idempotency_key_reused',
  })
  assert.deepEqual(await uploads(), [])
})
