import type { Parse } from './parsers.ts'

/** A setting: how it is read, what it is when absent, what it is for. */
export interface Setting<T> {
  parse: Parse<T>
  /** As it would stand in the environment; a function where it follows from others. */
  default: string | ((raw: RawSettings) => string)
  doc: string
  /** The part that is masked: all of it, or the password within an address. */
  secret?: 'all' | 'password'
}

export type RawSettings = (name: string) => string

export const setting = <T>(definition: Setting<T>) => definition
