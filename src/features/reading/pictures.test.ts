import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  jpegOf,
  menu,
  photoOf,
  priceList,
  scannedPdf,
  scanOf,
  textOfRows,
  wrongShare,
} from '../../../test/harness/data/pictures.ts'
import { projectFile } from '../../platform/kit/project.ts'
import { Unreadable } from './blocks.ts'
import { joinValues, orientationOf, type PictureLine, pictureSize } from './picture-lines.ts'
import { openFile } from './reader.ts'
import type { NewPassage } from './split.ts'

const textOf = async (bytes: Uint8Array): Promise<string> => {
  // Where Tesseract is installed, nothing is left to a model.
  const file = await openFile(bytes, { isSent: true })
  const { pieces } = await file.read(0, [])
  await file.close?.()
  return pieces.map(({ text }) => text).join('\n')
}

const refusalOf = (bytes: Uint8Array): Promise<string> =>
  textOf(bytes).catch((error: Error) => {
    assert.ok(error instanceof Unreadable, String(error))
    return error.message
  })

const page = await scanOf(menu)

test('a menu photographed by hand, turned by 5° or 12° and tilted by 10°, has at most 8 % wrong characters', async () => {
  for (const shot of [
    { turned: 5, tilted: 10 },
    { turned: -12, tilted: -10 },
  ]) {
    const wrong = wrongShare(textOfRows(menu), await textOf(jpegOf(photoOf(page, shot))))
    assert.ok(wrong <= 0.08, `${JSON.stringify(shot)}: ${wrong}`)
  }
})

test('a photo that is turned too far, or too small, is refused with what to do', async () => {
  for (const shot of [
    { turned: 40, tilted: 10 },
    { turned: 5, tilted: 10, height: 600 },
    { turned: 5, tilted: 10, height: 500 },
  ]) {
    assert.equal(
      await refusalOf(jpegOf(photoOf(page, shot))),
      'The picture is hard to read: take it from above, straight, close and in good light, and ' +
        'upload it again.',
    )
  }
})

test('a scanned page after a page of text is read, and each price stays with its name', async () => {
  const scan = await scanOf(priceList)
  const file = await openFile(scannedPdf(['The rental is next to the station.'], [scan]))
  const pieces: NewPassage[] = []
  for (let from: number | null = 0; from !== null; ) {
    const part: Awaited<ReturnType<typeof file.read>> = await file.read(from, [], 0, true)
    assert.deepEqual([part.unread, part.picture], [[], null])
    pieces.push(...part.pieces)
    from = part.next
  }
  await file.close?.()
  assert.deepEqual(
    pieces.map(({ page }) => page),
    [1, 2],
  )
  assert.match(pieces[1]?.text ?? '', /Elektrofahrrad, ein Tag 34,00 €/)
  assert.match(pieces[1]?.text ?? '', /Tourenrad mit Gepäckträger, ein Tag 18,50 €/)
})

test('a PDF at the address of a web page is read without its pictures, which take too long', async () => {
  const file = await openFile(scannedPdf([], [page]), { isDrawn: false })
  const { pieces, unread, picture } = await file.read(0, [])
  assert.deepEqual([pieces, unread, picture], [[], [], null])
})

test('pages without text are left out, many in one part, when the pictures before took five minutes', async () => {
  const file = await openFile(scannedPdf([], [page, page]))
  const { pieces, unread } = await file.read(0, [], 5 * 60_000 + 1)
  assert.deepEqual([pieces, unread], [[], [1, 2].map((page) => ({ page, why: 'late' }))])
})

test('without the optional packages a picture says what to install, and a PDF which pages it lacks', async () => {
  // The permissions hide the packages.
  const others = readdirSync(projectFile('node_modules'))
    .filter((name) => !/^(\..*|tesseract\.js-core|@hyzyla|@tesseract\.js-data)$/.test(name))
    .map((name) => `node_modules/${name}`)
  const readable = ['src', 'contract', 'package.json', ...others]
  const program = `
    const { openFile } = await import(${JSON.stringify(projectFile('src/features/reading/reader.ts'))})
    const bytes = (base64) => new Uint8Array(Buffer.from(base64, 'base64'))
    const pdf = await openFile(bytes(process.argv[1]))
    const { unread } = await pdf.read(0, [])
    const said = await openFile(bytes(process.argv[2])).catch((error) => error.message)
    console.log(JSON.stringify({ unread, said }))
  `
  const small = { width: 40, height: 40, data: new Uint8Array(1600) }
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${fileURLToPath(projectFile(path))}`),
    '--input-type=module',
    '-e',
    program,
    scannedPdf([], [small]).toString('base64'),
    jpegOf(small).toString('base64'),
  ])
  const { unread, said } = JSON.parse(stdout)
  assert.deepEqual(unread, [{ page: 1, why: 'missing' }])
  assert.match(said, /optional packages.*npm install tesseract\.js-core.*read the file again\.$/)
})

const lineAt = (text: string, left: number, top: number): PictureLine => ({
  paragraph: `${left}`,
  text,
  left,
  right: left + 10 * text.length,
  top,
  bottom: top + 20,
})

test('values go back to the line on their left, and columns of words stay columns', () => {
  const names = ['Soup of the day', 'Bread with butter'].map((text, at) => lineAt(text, 0, 40 * at))
  const small = ['4.50', '2.00'].map((text, at) => lineAt(text, 300, 40 * at + 3))
  const large = ['6.50', '€ 3.00'].map((text, at) => lineAt(text, 400, 40 * at - 3))
  const beside = lineAt('Open every day from noon', 600, 0)
  assert.deepEqual(
    joinValues([...names, ...small, ...large, beside]).map(({ text }) => text),
    ['Soup of the day 4.50 6.50\nBread with butter 2.00 € 3.00', 'Open every day from noon'],
  )
})

test('the size and the orientation of a picture are read from its head', async () => {
  const photo = jpegOf({ width: 30, height: 20, data: new Uint8Array(600) })
  assert.deepEqual(pictureSize(photo), { width: 30, height: 20 })
  assert.equal(orientationOf(photo), 1)
  const headOf = (hex: string) => Buffer.from(`ffd8ffe1${hex}`, 'hex')
  assert.equal(orientationOf(headOf('0112000300000001000600')), 6)
  assert.equal(orientationOf(headOf('1201030001000000080000')), 8)
  assert.throws(() => pictureSize(photo.subarray(0, 30)), Unreadable)
  // The decoder goes on behind fill bytes, and behind a marker that stands alone.
  const behind = (hex: string) =>
    Buffer.concat([headOf(hex).subarray(0, 2), Buffer.from(hex, 'hex'), photo.subarray(2)])
  assert.deepEqual(pictureSize(behind('ffff')), { width: 30, height: 20 })
  const small = 'ffc000110800010001'
  for (const lie of [
    `ffd0000a0000000000000000${small}`,
    `ff00000a0000000000000000${small}`,
    `ffe00000${small}`,
  ]) {
    assert.throws(() => pictureSize(behind(lie)), Unreadable, lie)
  }
  assert.match(await refusalOf(Buffer.concat([photo.subarray(0, 700)])), /damaged|hard to read/)
})
