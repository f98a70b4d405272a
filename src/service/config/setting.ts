import type { Parse } from '../../platform/kit/parsers.ts'

/** A setting: its parser, its default and its documentation. */
export interface Setting<T> {
  parse: Parse<T>
  /** As in the environment, or a function that derives it from other settings. */
  default: string | ((raw: RawSettings) => string)
  doc: string
  /** The part that is masked: the whole value, or the password in a URL. */
  secret?: 'all' | 'password'
}

export type RawSettings = (name: string) => string

export const setting = <T>(definition: Setting<T>) => definition
