import { invalidField } from '../http/problem.ts'
import { TooSmall, UnscannableStyle } from './refusals.ts'
import { checkStyle, type ImageStyle } from './style.ts'

/** A code that does not scan is never handed out: 422 with the reason and what would do. */
export const requireScannable = (text: string, style: Partial<ImageStyle>) => {
  explaining('/style', () => checkStyle(text, style))
}

/** Runs the renderer and turns its refusals into answers; `within` is where the style came from. */
export const explaining = <T>(within: string, draw: () => T): T => {
  try {
    return draw()
  } catch (error) {
    throw asRefusal(within, error)
  }
}

export const asRefusal = (within: string, error: unknown): unknown => {
  if (error instanceof UnscannableStyle) {
    return invalidField(`${within}/${error.field}`, error.code, error.message)
  }
  if (error instanceof TooSmall) {
    const field = error.unit === 'px' ? 'size' : 'size_mm'
    return invalidField(`${within}/${field}`, 'too_small', error.message)
  }
  return error
}
