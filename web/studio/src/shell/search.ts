// For `validateSearch`: a page sees only valid values of an address. All others are left out.

import { maxItems, maxLength } from '#contract/limits.ts'

type Reader<T> = (value: unknown) => T | undefined

type Search<R extends Record<string, Reader<unknown>>> = {
  [Name in keyof R]?: Exclude<ReturnType<R[Name]>, undefined> | undefined
}

/** `validateSearch: searchParams({ q: textParam, page: pageParam })`. */
export const searchParams =
  <R extends Record<string, Reader<unknown>>>(readers: R) =>
  (search: Record<string, unknown>): Search<R> => {
    const known = Object.entries(readers).map(([name, read]) => [name, read(search[name])] as const)
    // A wrong value must be replaced: the router would keep it as it is in the address.
    const kept = known.filter(([name, value]) => value !== undefined || name in search)
    return Object.fromEntries(kept) as Search<R>
  }

export const textParam: Reader<string> = (value) => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value.slice(0, maxLength.search) : undefined
}

/** Texts, such as tags; one of them may stand alone. */
export const listParam: Reader<string[]> = (value) => {
  const texts = [value].flat().flatMap((one) => textParam(one) ?? [])
  return texts.length > 0 ? texts.slice(0, maxItems.tags) : undefined
}

export const choiceParam =
  <const T extends string>(...choices: T[]): Reader<T> =>
  (value) =>
    choices.find((choice) => choice === value)

/** The number of a page from 2 on: the first page has no number. */
export const pageParam: Reader<number> = (value) => {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page < 100_000 ? page : undefined
}
