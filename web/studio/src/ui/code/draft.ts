import { fillIn, placeholdersIn } from '#contract/placeholders.ts'
import { offered } from '../../api/account.ts'
import type { Brand } from '../../api/brand.ts'
import type { PhoneCode } from '../phone/phone.tsx'
import type { CodeTemplate } from './templates.ts'

/** A code that is not created yet. */
export type CodeDraft = CodeTemplate['example'] & {
  template: CodeTemplate['template']
  /** The template that it began with. */
  from: string
  welcome_message: string
  suggestions: string[]
  /** What the owner entered for the blanks of the template: the blank with its brackets → the text. */
  details: Record<string, string>
}

export const draftFrom = ({ key, template, example }: CodeTemplate): CodeDraft => ({
  ...example,
  from: key,
  template,
  welcome_message: example.welcome_message ?? '',
  suggestions: example.suggestions ?? [],
  details: {},
})

/** The blanks of the texts; the name has its own field. */
export const blanksOf = ({ name, prompt, welcome_message, suggestions }: CodeDraft): string[] => {
  const inName = placeholdersIn(name)
  return placeholdersIn(prompt, welcome_message, ...suggestions).filter(
    (one) => !inName.includes(one),
  )
}

/** The texts of a code that can have blanks. */
type Texts = Pick<CodeDraft, 'name' | 'prompt' | 'welcome_message' | 'suggestions'>

/** The blanks that visitors would find open. */
export const openBlanks = ({ name, prompt, welcome_message, suggestions }: Texts): string[] =>
  placeholdersIn(name, prompt, welcome_message, ...suggestions)

/** The draft with the details in the places of the blanks. */
export const filledIn = <D extends Texts & Pick<CodeDraft, 'details'>>(draft: D): D =>
  withTexts(draft, (text) => fillIn(text, draft.details))

const withTexts = <D extends Texts>(draft: D, change: (text: string) => string): D => ({
  ...draft,
  name: change(draft.name),
  prompt: change(draft.prompt),
  welcome_message: change(draft.welcome_message),
  suggestions: draft.suggestions.map(change),
})

/** Renames the code, also in the example texts that contain the former name. */
export const renamed = (draft: CodeDraft, name: string, former = draft.name): CodeDraft => {
  // A short name such as "a" would match everywhere in the prompt.
  if (name.trim() === '' || former.trim().length < 3) return { ...draft, name }
  return { ...withTexts(draft, (text) => text.replaceAll(former, () => name)), name }
}

/** Changes the template: edited texts stay, example texts are replaced. */
export const draftWith = (
  draft: CodeDraft,
  from: CodeTemplate | null,
  to: CodeTemplate,
): CodeDraft => {
  const hasName = from !== null && draft.name !== from.example.name
  const inItsName = (example: CodeDraft) => (hasName ? renamed(example, draft.name) : example)
  const before = from && inItsName(draftFrom(from))
  const after = inItsName(draftFrom(to))
  const isTouched = (name: keyof CodeDraft) =>
    before !== null && JSON.stringify(draft[name]) !== JSON.stringify(before[name])
  const remaining = (['name', 'prompt', 'welcome_message', 'suggestions', 'style'] as const)
    .filter(isTouched)
    .map((name) => [name, draft[name]])
  return { ...after, ...Object.fromEntries(remaining), details: draft.details }
}

/** The style of an example without its colour, where the brand has one. */
const styleOf = (
  style: NonNullable<CodeDraft['style']>,
  brand: Pick<Brand, 'color'> | undefined,
): NonNullable<CodeDraft['style']> => {
  const { color, ...rest } = style
  return color === undefined || brand?.color ? rest : style
}

/** The request body. Without a welcome message the API uses a greeting. */
export const draftBody = (
  draft: CodeDraft,
  account: { models: string[] } | undefined,
  brand: Pick<Brand, 'color'> | undefined,
) => {
  const { welcome_message, suggestions, details: _, from: __, ...body } = filledIn(draft)
  return {
    ...body,
    ...(body.style && { style: styleOf(body.style, brand) }),
    // A saved template may name a model that is no longer offered.
    model: offered(account, draft.model ?? null),
    suggestions: written(suggestions),
    ...(welcome_message.trim() !== '' && { welcome_message }),
  }
}

export const written = (suggestions: string[]): string[] =>
  suggestions.filter((one) => one.trim() !== '')

export const onPhone = (draft: CodeDraft, brand: Pick<Brand, 'color'> | undefined): PhoneCode => {
  const { name, template, prompt, suggestions, welcome_message, contact, style } = filledIn(draft)
  const texts = { name, template, prompt, suggestions, welcome_message }
  return { ...texts, contact: contact ?? null, style: style ? styleOf(style, brand) : null }
}
