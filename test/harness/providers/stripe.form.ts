export type Form = { [name: string]: string | Form | undefined }

/** `items[0][price]=x&mode=y` as Stripe's clients write it: lists are objects with numeric keys. */
export const parseForm = (text: string): Form => {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean)
    const last = path.pop() ?? ''
    let at = form
    for (const step of path) {
      at[step] ??= {}
      at = at[step] as Form
    }
    at[last] = value
  }
  return form
}

export const formAt = (form: Form, ...path: string[]): Form =>
  path.reduce<Form>((at, step) => (at[step] ?? {}) as Form, form)

export const textAt = (form: Form, ...path: string[]): string | undefined => {
  const value = formAt(form, ...path.slice(0, -1))[path.at(-1) ?? '']
  return typeof value === 'string' ? value : undefined
}

/** Metadata and similar fields: only texts. */
export const texts = (form: Form): Record<string, string> =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))
