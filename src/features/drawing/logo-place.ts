import type { DrawableLogo } from './logo.ts'
import type { Box } from './symbol.ts'

/** Scales the logo to fit into its box, centered, in the units of the box. */
export const placeLogo = (logo: Pick<DrawableLogo, 'width' | 'height'>, box: Box) => {
  const scale = box.size / Math.max(logo.width, logo.height)
  const width = logo.width * scale
  const height = logo.height * scale
  return { width, height, x: box.x + (box.size - width) / 2, y: box.y + (box.size - height) / 2 }
}
