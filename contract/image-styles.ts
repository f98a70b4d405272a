export const dotShapes = ['square', 'rounded', 'dots'] as const
export type Dots = (typeof dotShapes)[number]

export const eyeShapes = ['square', 'rounded', 'circle'] as const
export type Eyes = (typeof eyeShapes)[number]

/** Error correction, from the weakest to the strongest. */
export const levels = ['L', 'M', 'Q', 'H'] as const
export type Level = (typeof levels)[number]

/** The quiet zone around the pattern, in modules. Cameras need at least four. */
export const margins = { minimum: 4, maximum: 16 } as const

export type SymbolStyle = {
  /** `#rrggbb` */
  readonly color: string
  /** `#rrggbb` */
  readonly background: string
  readonly dots: Dots
  readonly eyes: Eyes
  readonly level: Level
  readonly margin: number
}

/** The image of a code without a style. */
export const plainStyle: SymbolStyle = {
  color: '#000000',
  background: '#ffffff',
  dots: 'square',
  eyes: 'square',
  level: 'M',
  margin: 4,
}
