type Given<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name]
} & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>
}

/** The fields that differ from those before, for a PATCH. */
export const changedFields = <T extends object>(before: T, now: Partial<T>): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
    ),
  ) as Partial<T>

/** Without empty texts, lists and objects, as the service stores them. */
export const filled = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const rest = remainderOf(value)
      return Object.keys(rest).length > 0 ? [[name, rest]] : []
    }),
  ) as Partial<T>

const remainderOf = (value: unknown): string | object => {
  if (typeof value === 'string') return value.trim() && value
  if (Array.isArray(value)) return value.filter((one) => String(one).trim() !== '')
  return typeof value === 'object' && value !== null ? filled(value) : ''
}

/** Drops undefined values: `query: given({ organization_id, q, status })`. */
export const given = <T extends object>(query: T): Given<T> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Given<T>
