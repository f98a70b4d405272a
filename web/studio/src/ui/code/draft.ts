import { fillIn, placeholdersIn } from '#contract/placeholders.ts'
import { templateLanguages } from '#contract/templates.ts'
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
  /** What the owner entered for the blanks of the template: the blank with its brackets → the text. */
  details: Record<string, string>
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
export const filledIn = (draft: CodeDraft): CodeDraft => {
  const fill = (text: string) => fillIn(text, draft.details)
  return {
    ...draft,
    name: fill(draft.name),
    prompt: fill(draft.prompt),
    welcome_message: fill(draft.welcome_message),
    suggestions: draft.suggestions.map(fill),
  }
}

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
  return { ...after, ...Object.fromEntries(kept), details: draft.details }
}

/** The request body. Without a welcome message the API uses a greeting. */
export const bodyOf = (draft: CodeDraft) => {
  const { welcome_message, suggestions, details: _, ...body } = filledIn(draft)
  return {
    ...body,
    suggestions: written(suggestions),
    ...(welcome_message.trim() !== '' && { welcome_message }),
  }
}

export const written = (suggestions: string[]): string[] =>
  suggestions.filter((one) => one.trim() !== '')

export const onPhone = (draft: CodeDraft): PhoneCode => {
  const { name, template, prompt, suggestions, welcome_message, style } = filledIn(draft)
  return {
    name,
    template,
    prompt,
    suggestions,
    welcomeMessage: welcome_message,
    contact: null,
    model: null,
    color: style?.color ?? null,
  }
}
