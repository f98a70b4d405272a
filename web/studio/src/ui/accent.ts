import type { CSSProperties } from 'react'
import { accentColors } from '../../../../src/features/page/looks.ts'
import type { Schema } from '../api/client.ts'

/** The colours of a visitor's page. Light or dark like the Studio, not like the visitor's phone. */
export const accentOf = (
  template: Schema<'QprCodeDetail'>['template'],
  color: string | null,
): CSSProperties => {
  const { day, night } = accentColors(template, color)
  const both = (name: string) => `light-dark(${declared(day, name)}, ${declared(night, name)})`
  return { '--accent': both('--accent'), '--tint': both('--tint') } as CSSProperties
}

const declared = (declarations: string, name: string): string | undefined =>
  declarations
    .split(';')
    .find((one) => one.startsWith(`${name}:`))
    ?.slice(name.length + 1)
