import type { Schema } from '../api/client.ts'
import type { Format } from '../words/format.ts'
import type { Words } from '../words/words.tsx'
import { type StyleValues, styleIn } from './style-values.ts'

export type Preview = Schema<'ImagePreview'>

/** Why cameras cannot read the code, and how to fix it. */
export const problemSentence = (
  { print }: Words,
  { code, message }: Preview['problems'][number],
  ratio: string,
): string => {
  if (code === 'low_contrast') return print.problems.low_contrast(ratio)
  if (code === 'logo_eats_error_correction' || code === 'text_too_long') return print.problems[code]
  // Problems with a file are shown in the words of the service.
  return message
}

/** The same below the fields, where the verdict is on these very values. */
export const refusalsOf = (
  words: Words,
  format: Format,
  preview: Preview | null,
  values: StyleValues,
) => {
  const wanted = styleIn(values)
  const isOfThese =
    preview?.style.color === wanted.color && preview.style.background === wanted.background
  if (!preview || !isOfThese) return {}
  return Object.fromEntries(
    preview.problems.map((problem) => [
      problem.field === 'logo' ? 'logo' : `style.${problem.field}`,
      problemSentence(words, problem, format.number(preview.contrast)),
    ]),
  )
}
