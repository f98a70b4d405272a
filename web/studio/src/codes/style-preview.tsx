import { useEffect, useRef, useState } from 'react'
import type { SymbolStyle } from '#contract/image-styles.ts'
import { qpr, type Schema } from '../api/client.ts'
import { type ApiProblem, asProblem } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { CodeImage } from '../ui/code/code-image.tsx'
import { isHex } from '../ui/code/color-field.tsx'
import { Icon } from '../ui/icons.tsx'
import { ErrorPanel } from '../ui/states.tsx'
import type { Format } from '../words/format.ts'
import { useFormat, useWords, type Words } from '../words/words.tsx'
import type { Code } from './code.ts'
import { type StyleValues, styleIn } from './style-values.ts'

export type Preview = Schema<'ImagePreview'>

interface StylePreviewProps {
  code: Code
  preview: Preview | null
  error: ApiProblem | null
  retry: () => void
  onFix: (fix: Partial<SymbolStyle>) => void
}

const classes =
  'aspect-square h-auto w-28 shrink-0 rounded-card border border-line sm:w-40 lg:w-full'

/** The image with the unsaved style, and whether cameras can read it. */
export const StylePreview = ({ code, preview, error, retry, onFix }: StylePreviewProps) => {
  const { print } = useWords()
  return (
    <section aria-label={print.preview} className="flex items-start gap-4 lg:block">
      {preview ? (
        <img
          src={`data:image/svg+xml,${encodeURIComponent(preview.svg)}`}
          alt={print.imageOf(code.name)}
          width={512}
          height={512}
          className={classes}
        />
      ) : (
        <CodeImage code={code} className={classes} />
      )}
      {/* As high as its longest sentence, so that the fields below do not jump. */}
      <div role="status" className="min-w-0 flex-1 lg:mt-4 lg:min-h-32">
        {error ? (
          <ErrorPanel error={error} onRetry={retry} />
        ) : (
          preview && <Verdict preview={preview} onFix={onFix} />
        )}
      </div>
    </section>
  )
}

interface VerdictProps {
  preview: Preview
  onFix: (fix: Partial<SymbolStyle>) => void
}

const Verdict = ({ preview, onFix }: VerdictProps) => {
  const words = useWords()
  const { print } = words
  const format = useFormat()
  const ratio = format.number(preview.contrast)
  if (preview.scannable) {
    return (
      <p className="flex items-center gap-2 font-medium text-accent">
        <Icon name="check" />
        {print.scannable}
      </p>
    )
  }
  return (
    <>
      <p className="flex items-center gap-2 font-medium text-danger">
        <Icon name="warning" />
        {print.unscannable}
      </p>
      {preview.problems.map((problem) => (
        <p key={problem.code} className="mt-1 text-small">
          {problemSentence(words, problem, ratio)}
        </p>
      ))}
      {preview.fix && (
        <Button className="mt-3" onClick={() => onFix(preview.fix ?? {})}>
          {print.fix}
        </Button>
      )}
    </>
  )
}

/** Why cameras cannot read the code, and how to fix it. */
const problemSentence = (
  { print }: Words,
  { code, message }: Preview['problems'][number],
  ratio: string,
): string => {
  if (code === 'low_contrast') return print.problems.low_contrast(ratio)
  if (code === 'logo_eats_error_correction' || code === 'text_too_long') return print.problems[code]
  // Problems with a file are shown in the words of the service.
  return message
}

/** The same for the fields, if the preview is of these values. */
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

/** Between two requests while a slider is dragged. */
const pauseMs = 60

/**
 * A preview of the image, and whether cameras can read it. One request runs at a time, and the next
 * one takes the newest values: a slider that is dragged never shows an older image after a newer one.
 */
export const useImagePreview = (codeId: string, values: StyleValues) => {
  const [preview, setPreview] = useState<Preview | null>(null)
  const [error, setError] = useState<ApiProblem | null>(null)
  const wanted = useRef(values)
  const isAsking = useRef(false)
  const isGone = useRef(false)

  const ask = useRef(async () => {
    if (isAsking.current) return
    isAsking.current = true
    let shown: StyleValues | null = null
    while (shown !== wanted.current && !isGone.current) {
      const asked: StyleValues = wanted.current
      shown = asked
      try {
        const style = styleIn(asked)
        setPreview(await qpr.images.preview({ qpr_code_id: codeId, style, logo: asked.logo }))
        setError(null)
      } catch (failure) {
        setError(asProblem(failure))
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    isAsking.current = false
  })

  const key = JSON.stringify(values)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same values are asked for once
  useEffect(() => {
    // An incomplete number is not a colour yet.
    if (!isHex(values['style.color']) || !isHex(values['style.background'])) return
    wanted.current = values
    isGone.current = false
    void ask.current()
    return () => {
      isGone.current = true
    }
  }, [key])

  return { preview, error, retry: () => void ask.current() }
}
