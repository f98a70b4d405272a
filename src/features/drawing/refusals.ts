/** Cameras could not read this style. The message says why, and how to change it. */
export class UnscannableStyle extends Error {
  readonly field: string
  readonly code: string

  constructor(field: string, code: string, message: string) {
    super(message)
    this.field = field
    this.code = code
  }
}

export const invalidLogo = (reason: string): UnscannableStyle =>
  new UnscannableStyle('logo', 'invalid_logo', `The logo cannot be used: ${reason}.`)

/** The image has too few pixels or millimetres for its number of modules. */
export class TooSmall extends Error {
  readonly smallest: number
  readonly unit: 'px' | 'mm'

  constructor(modules: number, smallest: number, unit: 'px' | 'mm') {
    super(
      `This code is ${modules} modules wide with its margin and needs at least ${smallest} ` +
        `${unit}. Use a larger size, a smaller margin or a lower level.`,
    )
    this.smallest = smallest
    this.unit = unit
  }
}
