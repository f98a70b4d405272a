import { scanLanguages } from '#contract/languages.ts'
import { templates } from '#contract/templates.ts'

/** The fields that a column can be mapped to. */
export const fields = [
  'name',
  'prompt',
  'welcome_message',
  'template',
  'language',
  'suggestion',
  'tags',
  'contact_label',
  'contact_url',
  'metadata',
  'ignore',
] as const
export type ImportField = (typeof fields)[number]

/** The fields with a fixed choice of values. */
export const choices = { template: templates, language: scanLanguages } as const

/** Only these may be given by more than one column. */
const manyTimes: readonly ImportField[] = ['suggestion', 'tags', 'metadata', 'ignore']

/** Usual column names in English, German, Spanish and French: without spaces, dots, case and accents. */
const names: Record<Exclude<ImportField, 'metadata' | 'ignore'>, RegExp> = {
  name: /^(names?|title|code|codename|bezeichnung|titel|nombres?|titulo|noms?|titre|intitule)$/,
  prompt:
    /^(prompts?|text|instructions?|anweisung(en)?|anleitung|texto|instrucciones|texte|consignes?)$/,
  welcome_message:
    /^(welcome(message)?|greeting|begru(ss|ß)ung|willkommen|(mensaje(de)?)?bienvenida|saludo|(message(de)?|motde)?bienvenue|accueil)$/,
  template: /^(template|vorlage|plantilla|modele)$/,
  language: /^(language|lang|sprache|idioma|lengua|langue)$/,
  suggestion:
    /^(suggestions?|questions?|vorschlage?|fragen?|sugerencias?|preguntas?|propositions?)\d*$/,
  tags: /^(tags?|labels?|schlagworte?r?|etiquetas?|etiquettes?|motscles)\d*$/,
  contact_label:
    /^(contact(label|name)?|kontakt(name|beschriftung)?|(nombre(de)?)?contacto|nom(du|de)?contact)$/,
  contact_url:
    /^(contact(url|address|link)|kontakt(adresse|link|url)|(direccion|enlace|url)(de)?contacto|(adresse|lien|url)(du|de)?contact)$/,
}

/** Guesses the field of each column from its header. */
export const guessFields = (headers: readonly string[]): ImportField[] => {
  const taken = new Set<ImportField>()
  return headers.map((header) => {
    const plain = header
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}|[\s_.:#'’-]+/gu, '')
    if (/^(metadata|metadaten)[._: ]/i.test(header.trim())) return 'metadata'
    const found = Object.entries(names).find(([, pattern]) => pattern.test(plain))
    const field = (found?.[0] ?? 'ignore') as ImportField
    if (taken.has(field) && !manyTimes.includes(field)) return 'ignore'
    taken.add(field)
    return field
  })
}

/** A field that two columns claim, where only one can be. */
export const doubled = (mapping: readonly ImportField[]): ImportField | undefined =>
  mapping.find((field, index) => !manyTimes.includes(field) && mapping.indexOf(field) !== index)

/** The key that a column of metadata is kept under: `metadata.table` is `table`. */
export const metadataKey = (header: string): string =>
  header.trim().replace(/^(metadata|metadaten)[._: ]\s*/i, '')

const example = {
  name: 'Table 1',
  prompt: 'You are the host of Café Marzipan. We are open from 8:00 to 18:00.',
  welcome_message: 'Welcome to Café Marzipan. What would you like to know?',
  template: 'hospitality',
  language: 'en',
  'suggestion 1': 'What is vegan?',
  'suggestion 2': 'When do you close?',
  tags: 'terrace, season 2026',
  contact_label: 'Call us',
  contact_url: 'tel:+49451123456',
  'metadata.table': '1',
}

/** A file to begin with: all columns, and two rows. */
export const templateRows = (): string[][] => [
  Object.keys(example),
  Object.values(example),
  Object.values({ ...example, name: 'Table 2', 'metadata.table': '2' }),
]
