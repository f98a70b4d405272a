/** A number with the separators of a language: 12,345. */
export const numberFor = (language: string) => {
  const numbers = new Intl.NumberFormat(language)
  return (value: number): string => numbers.format(value)
}

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** `plural(3, { one: '# code', other: '# codes' })`: the form that fits, # being the number. */
export const pluralFor = (language: string) => {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (count: number, forms: Forms): string =>
    (forms[rules.select(count)] ?? forms.other).replaceAll('#', numbers.format(count))
}
