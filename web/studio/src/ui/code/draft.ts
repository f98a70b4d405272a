import { templateLanguages } from '#contract/templates.ts'
import type { Brand } from '../../api/brand.ts'
import type { Schema } from '../../api/client.ts'
import { useApi } from '../../api/query.ts'
import { useLanguage } from '../../words/words.tsx'
import type { PhoneCode } from '../phone/phone.tsx'

export type CodeTemplate = Schema<'CodeTemplate'>

/** A code that is not created yet. */
export type CodeDraft = CodeTemplate['example'] & {
  template: CodeTemplate['template']
  welcome_message: string
  suggestions: string[]
}

/** The templates in the user's language, or in the default language. */
export const useTemplates = () => {
  const { language } = useLanguage()
  const known = templateLanguages.find((one) => one === language)
  return useApi(
    '/v1/templates',
    { params: { query: known ? { language: known } : {} } },
    { staleTime: Number.POSITIVE_INFINITY },
  )
}

export const draftFrom = ({ template, example }: CodeTemplate): CodeDraft => ({
  ...example,
  template,
  welcome_message: example.welcome_message ?? '',
  suggestions: example.suggestions ?? [],
})

/** Renames the code, also in the example texts that contain the former name. */
export const renamed = (draft: CodeDraft, name: string, former = draft.name): CodeDraft => {
  // A short name such as "a" would match everywhere in the prompt.
  if (name.trim() === '' || former.trim().length < 3) return { ...draft, name }
  const replace = (text: string) => text.replaceAll(former, () => name)
  return {
    ...draft,
    name,
    prompt: replace(draft.prompt),
    welcome_message: replace(draft.welcome_message),
    suggestions: draft.suggestions.map(replace),
  }
}

/** Changes the template: edited texts stay, example texts are replaced. */
export const draftWith = (
  draft: CodeDraft,
  from: CodeTemplate | undefined,
  to: CodeTemplate,
): CodeDraft => {
  const hasName = from !== undefined && draft.name !== from.example.name
  const inItsName = (example: CodeDraft) => (hasName ? renamed(example, draft.name) : example)
  const before = from && inItsName(draftFrom(from))
  const after = inItsName(draftFrom(to))
  const isTouched = (name: keyof CodeDraft) =>
    before !== undefined && JSON.stringify(draft[name]) !== JSON.stringify(before[name])
  const kept = (['name', 'prompt', 'welcome_message', 'suggestions', 'style'] as const)
    .filter(isTouched)
    .map((name) => [name, draft[name]])
  return { ...after, ...Object.fromEntries(kept) }
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
export const bodyOf = (
  { welcome_message, suggestions, ...draft }: CodeDraft,
  brand: Pick<Brand, 'color'> | undefined,
) => ({
  ...draft,
  ...(draft.style && { style: styleOf(draft.style, brand) }),
  suggestions: written(suggestions),
  ...(welcome_message.trim() !== '' && { welcome_message }),
})

export const written = (suggestions: string[]): string[] =>
  suggestions.filter((one) => one.trim() !== '')

export const onPhone = (draft: CodeDraft, brand: Pick<Brand, 'color'> | undefined): PhoneCode => ({
  name: draft.name,
  template: draft.template,
  prompt: draft.prompt,
  suggestions: draft.suggestions,
  welcomeMessage: draft.welcome_message,
  contact: null,
  model: null,
  color: (draft.style && styleOf(draft.style, brand).color) ?? null,
})
