import { useQuery } from '@tanstack/react-query'
import { qpr, type Schema } from '../../api/client.ts'
import { useOrganization } from '../../api/organization.ts'
import { queryOf } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { useRead } from '../../api/read.ts'
import { useLanguage } from '../../words/words.tsx'
import type { Reading } from '../states.tsx'

/** A template with its texts. */
export interface CodeTemplate {
  /** The name of a built-in template, or the id of one that the organization saved. */
  key: string
  title: string
  template: Schema<'CodeTemplate'>['template']
  /** The blank that a document answers best, if there is one. */
  document: string | null
  example: Schema<'SavedTemplateDetail'>['example']
}

/** A template to choose. The texts of a saved one are read when it is chosen. */
export type TemplateChoice = Omit<CodeTemplate, 'example'> & {
  /** Only a built-in template has one. */
  description: string | null
  example: CodeTemplate['example'] | null
}

const savedPath = '/v1/organizations/{id}/templates'
export const savedTemplatePaths = [savedPath, `${savedPath}/{template_id}`] as const

/** The built-in templates in the user's language. */
export const useBuiltInTemplates = () => {
  const { language } = useLanguage()
  return useQuery({ ...queryOf(qpr.templates.list, { language }), staleTime: Infinity })
}

/**
 * The templates of the organization, then the built-in ones in the user's language. Only the first run
 * begins with the trades.
 */
export const useTemplates = (isFirstRun = false): Reading<TemplateChoice[]> => {
  const { id } = useOrganization()
  const builtIn = useBuiltInTemplates()
  const saved = useRead(qpr.templates.listSaved, id)
  // The built-in ones are enough when the others cannot be read.
  const isReady = builtIn.data && (saved.data || saved.error)
  const examples = builtIn.data?.examples.map(withoutColor) ?? []
  return {
    error: builtIn.error,
    refetch: builtIn.refetch,
    data: isReady
      ? [
          ...(saved.data?.templates ?? []).map((one) => ({
            ...one,
            key: one.id,
            description: null,
            document: null,
            example: null,
          })),
          ...(isFirstRun ? examples : []),
          ...builtIn.data.templates.map((one) => withoutColor({ ...one, key: one.template })),
          ...(isFirstRun ? [] : examples),
        ]
      : undefined,
  }
}

/** The colour of a built-in template is not the code's own: the brand colours the code. */
const withoutColor = <T extends Schema<'CodeTemplate'>>(choice: T) => {
  const { color: _, ...style } = choice.example.style ?? {}
  return { ...choice, example: { ...choice.example, style } }
}

/** Reads the texts of a template that was chosen. */
export const useTemplateTexts = () => {
  const { id } = useOrganization()
  return async (choice: TemplateChoice): Promise<CodeTemplate> => {
    const { example } = choice
    if (example) return { ...choice, example }
    const saved = queryOf(qpr.templates.getSaved, id, choice.key)
    return { ...choice, example: (await queryClient.fetchQuery(saved)).example }
  }
}
