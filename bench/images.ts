// npm run bench -- images
//
// New codes in every round, so that no cache can help. `qrcode` does the same job (PNG, same
// size, level and margin) in turn with us, so that both have the same machine.
import QRCode from 'qrcode'
import { renderPng } from '../src/features/drawing/png.ts'
import type { ImageStyle } from '../src/features/drawing/style.ts'
import { renderSvg } from '../src/features/drawing/svg.ts'
import { renderPdf } from '../src/features/printing/pdf.ts'
import { renderSheet } from '../src/features/printing/sheet.ts'
import { newShortId } from '../src/platform/kit/ids.ts'
import { median, report } from './report.ts'

const rounds = 7
const roundMs = 700
const sizePixels = 512
const minRatio = 80
const maxBytes = 1024
const sheetCodes = 500
const maxSheetMs = 2000
const maxDelayMs = 50

const newScanUrl = () => `https://qpr.example.com/s/${newShortId()}`

export async function bench(): Promise<void> {
  await benchPng()
  await benchOtherFormats()
  await benchSheet()
}

async function benchPng() {
  const ours = () => renderPng(newScanUrl(), {}, { size: sizePixels })
  const theirs = () =>
    QRCode.toBuffer(newScanUrl(), { width: sizePixels, errorCorrectionLevel: 'M', margin: 4 })
  await perSecond(ours)
  await perSecond(theirs)
  const rates: { ours: number; theirs: number }[] = []
  for (let round = 0; round < rounds; round++) {
    rates.push({ ours: await perSecond(ours), theirs: await perSecond(theirs) })
  }
  const ratio = median(rates.map(({ ours, theirs }) => ours / theirs))
  const [own, peer] = [median(rates.map((r) => r.ours)), median(rates.map((r) => r.theirs))]
  report(
    `PNG of ${sizePixels} px, images a second`,
    `${Math.round(own)} to ${Math.round(peer)}`,
    `${ratio.toFixed(0)} times qrcode 1.5, at least ${minRatio}`,
    ratio >= minRatio,
  )
  const images = await Promise.all(Array.from({ length: 500 }, ours))
  const largest = Math.max(...images.map(({ length }) => length))
  report('the largest of 500', `${largest} bytes`, `at most ${maxBytes}`, largest <= maxBytes)
}

async function benchOtherFormats() {
  const rounded: Partial<ImageStyle> = { dots: 'rounded', eyes: 'circle' }
  const jobs: [string, () => Buffer | Promise<Buffer>][] = [
    ['SVG', () => renderSvg(newScanUrl(), {})],
    ['PDF', () => renderPdf(newScanUrl(), {})],
    ['PNG, rounded', () => renderPng(newScanUrl(), rounded, { size: sizePixels })],
    ['SVG, rounded', () => renderSvg(newScanUrl(), rounded)],
    ['PDF, rounded', () => renderPdf(newScanUrl(), rounded)],
  ]
  for (const [name, job] of jobs) {
    await perSecond(job)
    const rate = await perSecond(job)
    const { length } = await job()
    report(`${name}, images a second`, String(Math.round(rate)), `${length} bytes`, true)
  }
}

async function benchSheet() {
  const items = Array.from({ length: sheetCodes }, (_, index) => ({
    text: newScanUrl(),
    name: `Table ${index + 1}`,
    style: {},
  }))
  const startedAt = performance.now()
  const longest = await longestDelay(() => renderSheet(items, { paper: 'a4', grid: '3x7' }))
  const ms = performance.now() - startedAt
  report(
    `a sheet of ${sheetCodes} codes`,
    `${Math.round(ms)} ms`,
    `at most ${maxSheetMs}`,
    ms <= maxSheetMs,
  )
  report(
    'the longest that it holds the event loop',
    `${Math.round(longest)} ms`,
    `at most ${maxDelayMs}`,
    longest <= maxDelayMs,
  )
}

async function perSecond(job: () => unknown): Promise<number> {
  const startedAt = performance.now()
  let count = 0
  while (performance.now() - startedAt < roundMs) {
    await job()
    count += 1
  }
  return (count * 1000) / (performance.now() - startedAt)
}

/** Between two turns of the event loop while the job runs. */
async function longestDelay(job: () => Promise<unknown>): Promise<number> {
  let [longest, last, isDone] = [0, performance.now(), false]
  const watch = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isDone) setImmediate(watch)
  }
  setImmediate(watch)
  await job()
  isDone = true
  return longest
}
