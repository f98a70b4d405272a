// The only user of resvg. Its memory never shrinks, so a logo is read and drawn in a thread, which
// ends when it is idle. The module is loaded with the first logo.
import { readFile } from 'node:fs/promises'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { invalidLogo } from './refusals.ts'

let loading: Promise<void> | undefined

export const loadResvg = (): Promise<void> => {
  const program = new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))
  loading ??= readFile(program).then((bytes) => initWasm(bytes))
  return loading
}

/** The same drawing as plain paths, with all styles resolved and everything else removed. */
export const simplify = (svg: string): string => use(svg, (drawing) => drawing.toString())

/** Four bytes per pixel, with premultiplied colors. */
export const draw = (svg: string): Uint8Array =>
  use(svg, (drawing) => {
    const image = drawing.render()
    const { pixels } = image
    image.free()
    return pixels
  })

const use = <T>(svg: string, work: (drawing: InstanceType<typeof Resvg>) => T): T => {
  // Without this option every drawing searches for system fonts.
  const drawing = attempt(() => new Resvg(svg, { font: { loadSystemFonts: false } }))
  const result = attempt(() => work(drawing))
  // A trap leaves the drawing locked; then its memory is freed with the thread.
  drawing.free()
  return result
}

/** resvg throws its message as a string, or traps; both mean that it cannot draw the file. */
const attempt = <T>(work: () => T): T => {
  try {
    return work()
  } catch {
    throw invalidLogo('the SVG cannot be drawn. Export it as plain paths, or use a PNG')
  }
}
