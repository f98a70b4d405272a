import type { Context } from '../../platform/context.ts'
import { type FieldError, invalidField, invalidInput } from '../../platform/http/problem.ts'
import type { Logo } from './logo.ts'
import { TooSmall, UnscannableStyle } from './refusals.ts'
import { checkStyle, type ImageStyle } from './style.ts'

/** A code that does not scan is never returned: 422 with the reason and how to change it. */
export const requireScannable = (text: string, style: Partial<ImageStyle>, hasLogo: boolean) => {
  try {
    checkStyle(text, style, hasLogo)
  } catch (error) {
    throw asRefusal('/style', error)
  }
}

/**
 * Converts a refusal of the renderer into a problem. `within` is the position of the style in the
 * request.
 */
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

/** The image that a thread has drawn, or the invalid fields: an error loses its class on the way. */
export type Drawn<T> = { drawn: T } | { errors: FieldError[] }

export const imageIn = <T>(result: Drawn<T>): T => {
  if ('errors' in result) throw invalidInput(result.errors)
  return result.drawn
}

/** Refuses logos that cannot be drawn. Runs in a thread, because a logo can take long. */
export const checkLogo = async ({ service, actor }: Context, logo: Logo): Promise<void> => {
  imageIn(await service.threads.run<Drawn<null>>('tryLogo', logo, actor.userId))
}
