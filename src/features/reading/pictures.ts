// Runs in the child process: reads text in pictures, with packages that are optional. Both are
// WebAssembly without access to files or the network.

import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { deflateSync, gunzipSync } from 'node:zlib'
import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { minuteMs } from '../../platform/kit/clock.ts'
import { pngFile } from '../drawing/png-file.ts'
import type { ModelPicture } from '../models/model.ts'
import { type Block, readAgain, Unreadable } from './blocks.ts'
import {
  damagedPicture,
  joinValues,
  linesOfTsv,
  orientationOf,
  pictureSize,
} from './picture-lines.ts'

/** How the operator makes pictures readable. */
export const installOfPictures =
  'npm install tesseract.js-core@7 @hyzyla/pdfium@2 @tesseract.js-data/eng @tesseract.js-data/deu'

export const needsPackages =
  'Reading photos and scans needs optional packages. Ask the operator to run ' +
  `“${installOfPictures}”, ${readAgain}`

export const hardToRead = 'hard to read: take it from above, straight, close and in good light'

/** The part of Tesseract's interface that is used here. */
interface Core {
  FS: { writeFile(path: string, data: Uint8Array): void }
  TessBaseAPI: new () => {
    Init(path: null, languages: string, mode: number): number
    SetVariable(name: string, value: string): void
    SetImageFile(orientation: number, angle: number): number
    FindLines(): void
    GetGradient(): number
    Recognize(monitor: null): number
    GetTSVText(page: number): string
    MeanTextConf(): number
    End(): void
  }
}
type LoadCore = (options: { printErr(): void; print(): void }) => Promise<Core>

const require = createRequire(import.meta.url)

/** A package that the operator may have installed beside the service. */
const optional = <T>(name: string): T | null => {
  try {
    return require(name) as T
  } catch {
    return null
  }
}

/** The languages in which pictures can be read; none when a package is missing. */
export const languagesOfPictures = async (): Promise<string[]> => {
  const names = [program, '@hyzyla/pdfium']
  const areFound = names.every((name) => {
    try {
      return require.resolve(name) !== ''
    } catch {
      return false
    }
  })
  return areFound ? [...(await languageFiles()).keys()] : []
}

const program = 'tesseract.js-core/tesseract-core-simd-lstm.js'

/** The files of all languages that are installed, by their code. */
const languageFiles = async (): Promise<Map<string, string>> => {
  const files = new Map<string, string>()
  for (const folder of require.resolve.paths('@tesseract.js-data/eng') ?? []) {
    const packages = join(folder, '@tesseract.js-data')
    for (const code of await readdir(packages).catch(() => [])) {
      const file = join(packages, code, '4.0.0_best_int', `${code}.traineddata.gz`)
      if (!files.has(code)) files.set(code, file)
    }
  }
  return files
}

/** A picture with fewer letters says nothing, or is a photo of something else. */
export const minLetters = 12

export const lettersIn = (texts: { text: string }[]): number =>
  texts.reduce((sum, { text }) => sum + text.replace(/[^\p{L}\p{N}]/gu, '').length, 0)

const onlyNeuralNetwork = 1
const turnedRadians = 0.005
/** It sees no line that is turned by more than 7°, and none of them costs much time. */
const startRadians = [0, -0.26, 0.26]

/** Tesseract with the installed languages; null when it is not installed. */
const openTesseract = async () => {
  const load = optional<LoadCore>(program)
  const files = await languageFiles()
  if (!load || files.size === 0) return null
  const core = await load({ print: () => undefined, printErr: () => undefined })
  for (const [code, file] of files) {
    core.FS.writeFile(`${code}.traineddata`, gunzipSync(await readFile(file)))
  }
  const api = new core.TessBaseAPI()
  api.Init(null, [...files.keys()].join('+'), onlyNeuralNetwork)
  // Finds columns, blocks and the angle of the lines.
  api.SetVariable('tessedit_pageseg_mode', '3')

  const setImage = (orientation: number, angle: number) => {
    if (api.SetImageFile(orientation, angle) === 1) throw damagedPicture()
  }
  return (image: Uint8Array, orientation: number) => {
    core.FS.writeFile('/input', image)
    for (const start of startRadians) {
      setImage(orientation, start)
      api.FindLines()
      const angle = api.GetGradient()
      if (Math.abs(angle) >= turnedRadians) setImage(orientation, start + angle)
      api.Recognize(null)
      const lines = linesOfTsv(api.GetTSVText(0))
      if (lettersIn(lines) >= minLetters) return { lines, confidence: api.MeanTextConf() }
    }
    return null
  }
}

type Recognize = NonNullable<Awaited<ReturnType<typeof openTesseract>>>

/** The process ends when it is idle, and with it this memory. */
let loading: Promise<Recognize | null> | undefined

/** Below this, one character of ten or more is wrong. */
const minConfidence = 75

/** What a picture says: nothing, something that is too uncertain, or the blocks of its text. */
export type PictureText = 'missing' | 'nothing' | 'hard' | Block[]

/** A picture that a model is to read, because Tesseract is not installed. */
export interface SentPicture {
  /** The page of a PDF; null for a photo. */
  page: number | null
  mediaType: ModelPicture['mediaType']
  bytes: Uint8Array
}

/** Loads Tesseract with the first picture. */
const recognizer = () => (loading ??= openTesseract())

const readPicture = async (image: Uint8Array, orientation = 1): Promise<PictureText> => {
  const recognize = await recognizer()
  if (!recognize) return 'missing'
  const found = recognize(image, orientation)
  if (!found) return 'nothing'
  return found.confidence < minConfidence ? 'hard' : joinValues(found.lines)
}

/** The memory for more would exceed that of the process. Telephones take 12. */
const maxPixels = 16_000_000
/** Of a page of text in fewer pixels, only the title is seen. */
const minPixels = 250_000

/** In base64 this is 5 MB: the smallest limit of the providers, and quickly made into a request. */
const maxSentBytes = 3_750_000

const toSend = (bytes: Uint8Array, page: number | null): SentPicture => {
  if (bytes.byteLength > maxSentBytes) {
    throw new Unreadable(
      'The picture is too large for a model: it may have 3.75 MB. Make it smaller.',
    )
  }
  return { page, mediaType: bytes[0] === 0x89 ? 'image/png' : 'image/jpeg', bytes }
}

/** The blocks of a photo; or the photo, where Tesseract is missing and it may be sent to a model. */
export const readPhoto = async (
  bytes: Uint8Array,
  isSent: boolean,
): Promise<Block[] | SentPicture> => {
  const { width, height } = pictureSize(bytes)
  if (width * height > maxPixels) {
    throw new Unreadable(
      `The picture has ${width} × ${height} pixels; the maximum is 16 million. Make it smaller.`,
    )
  }
  if (isSent && !(await recognizer())) return toSend(bytes, null)
  const seen = await readPicture(bytes, orientationOf(bytes))
  if (seen === 'missing') throw new Unreadable(needsPackages)
  if (typeof seen === 'string' || width * height < minPixels)
    throw new Unreadable(`The picture is ${hardToRead}, and upload it again.`)
  return seen
}

/** Pictures of text take no longer than this in a file: half of the time that it has. */
export const maxPicturesMs = 5 * minuteMs
/** The pixels of a drawn page, whatever its size: A4 has 200 in an inch. */
const pagePixels = 4_000_000
/** Models scale larger pictures down. */
const sentPixels = 2_000_000
/** Enough to see whether there is anything. */
const previewPixels = 120_000
const darkerThanPaper = 40

/** Draws the pages of a PDF that have no text, one at a time, and reads them. */
export const openDrawing = (bytes: Uint8Array) => {
  let opening: Promise<PDFiumDocument | null> | undefined

  const open = async (): Promise<PDFiumDocument | null> => {
    const pdfium = optional<{ PDFiumLibrary: { init(): Promise<PDFiumLibrary> } }>('@hyzyla/pdfium')
    if (!pdfium) return null
    const library = await pdfium.PDFiumLibrary.init()
    return await library.loadDocument(bytes)
  }

  return {
    async read(number: number, isSent: boolean): Promise<PictureText | SentPicture> {
      opening ??= open()
      try {
        const document = await opening
        return document ? await readPage(document, number, isSent) : 'missing'
      } catch {
        // A page that cannot be drawn or read does not take the others along.
        loading = undefined
        return 'hard'
      }
    },
    async close() {
      const document = await opening?.catch(() => null)
      document?.destroy()
    },
  }
}

const readPage = async (document: PDFiumDocument, number: number, isSent: boolean) => {
  // Drawing closes a page.
  const open = () => document.getPage(number - 1)
  const { originalWidth: width, originalHeight: height } = open().getOriginalSize()
  const draw = (pixels: number) => {
    const scale = Math.sqrt(pixels / Math.max(1, width * height))
    const side = (points: number) => Math.min(10_000, Math.max(8, Math.round(points * scale)))
    const size = { width: side(width), height: side(height) }
    return open().render({ ...size, render: 'bitmap', colorSpace: 'Gray' })
  }
  if (isBlank((await draw(previewPixels)).data)) return 'nothing'
  if (isSent && !(await recognizer())) return toSend(pngOf(await draw(sentPixels)), number)
  const { data, ...drawn } = await draw(pagePixels)
  const head = Buffer.from(`P5\n${drawn.width} ${drawn.height}\n255\n`)
  return await readPicture(Buffer.concat([head, data]))
}

const pngOf = ({ width, height, data }: { width: number; height: number; data: Uint8Array }) => {
  // Each row begins with its filter: none.
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++) {
    rows.set(data.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  }
  const header = { size: width, height, pixelsPerMeter: 0, depth: 8, color: 'gray' } as const
  return pngFile(header, deflateSync(rows))
}

const isBlank = (gray: Uint8Array): boolean => {
  let darkest = 255
  let lightest = 0
  for (const value of gray) {
    if (value < darkest) darkest = value
    if (value > lightest) lightest = value
  }
  return lightest - darkest < darkerThanPaper
}
