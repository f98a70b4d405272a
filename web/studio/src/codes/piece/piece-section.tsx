import { useMutation } from '@tanstack/react-query'
import { callsToAction } from '#contract/calls-to-action.ts'
import { maxLength } from '#contract/limits.ts'
import {
  defaultPieceSizes,
  faceSize,
  type PieceSize,
  type PrintFormat,
  type PrintKind,
  sizesOf,
} from '#contract/print-pieces.ts'
import { qpr } from '../../api/client.ts'
import { given } from '../../api/given.ts'
import { useFiltered } from '../../api/read.ts'
import { Button } from '../../ui/button.tsx'
import { download, fileNameOf } from '../../ui/download.ts'
import { Checkbox, type Labels, Select, TextField } from '../../ui/field.tsx'
import { type Fields, useFields } from '../../ui/form.tsx'
import { ErrorPanel, Loading, ProblemLine } from '../../ui/states.tsx'
import { useFormat, useWords } from '../../words/words.tsx'
import type { Code } from '../code.ts'
import { PiecePreview } from './piece-preview.tsx'
import { TextNotices } from './text-notices.tsx'
import { useSettled } from './use-settled.ts'

interface Choices {
  kind: PrintKind
  size: PieceSize
  /** Null: as the service proposes it. */
  title: string | null
  callToAction: string | null
  hasMarks: boolean
}

const initial: Choices = {
  kind: 'poster',
  size: defaultPieceSizes.poster,
  title: null,
  callToAction: null,
  hasMarks: true,
}

/** A sticker, a table tent or a poster that asks to be scanned. */
export const PieceSection = ({ code }: { code: Code }) => {
  const { piece } = useWords()
  const fields = useFields(initial)
  const { values: choices } = fields
  const { kind, size } = choices
  const settled = useSettled({ title: choices.title, call: choices.callToAction })
  const texts = given({
    title: settled.title ?? undefined,
    call_to_action: settled.call ?? undefined,
  })
  const query = useFiltered(qpr.images.previewPrint, code.id, { kind, size, ...texts })
  const { data: preview, error, refetch } = query
  return (
    <section aria-label={piece.title} className="mt-10">
      <h2 className="text-large font-semibold">{piece.title}</h2>
      <p className="mt-1 mb-3 text-small text-muted">{piece.text}</p>
      <div className="card grid gap-x-10 gap-y-5 p-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <PieceFields
            code={code}
            fields={fields}
            proposed={{ title: preview?.title ?? '', callToAction: preview?.call_to_action ?? '' }}
            isCallLeftOut={!!preview?.left_out.some(({ field }) => field === 'call_to_action')}
          />
          {preview && <TextNotices {...preview} />}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {error ? (
            <ErrorPanel error={error} onRetry={() => void refetch()} />
          ) : preview ? (
            <PiecePreview preview={preview} kind={kind} name={code.name} />
          ) : (
            <Loading height="h-96" />
          )}
          <Files code={code} choices={choices} isReady={!error} />
        </div>
      </div>
    </section>
  )
}

interface PieceFieldsProps {
  code: Code
  fields: Fields<Choices>
  /** Shown until the owner types. */
  proposed: { title: string; callToAction: string }
  isCallLeftOut: boolean
}

const PieceFields = (props: PieceFieldsProps) => {
  const { code, proposed, isCallLeftOut } = props
  const { values: choices, set, field } = props.fields
  const { piece } = useWords()
  const { number } = useFormat()
  const { kind } = choices
  const sizeLabel = (size: PieceSize) => {
    const { widthMm, heightMm } = faceSize(kind, size) ?? { widthMm: 0, heightMm: 0 }
    const millimetres = `${number(widthMm)} × ${number(heightMm)} mm`
    return size.startsWith('a') ? `${size.toUpperCase()}, ${millimetres}` : millimetres
  }
  const call = choices.callToAction ?? proposed.callToAction
  // English, where the font lacks the letters of the code's own language.
  const suggestions = callsToAction[isCallLeftOut ? 'en' : (code.language ?? 'en')]
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select<PrintKind>
          label={piece.kind}
          {...field('kind')}
          choices={piece.kinds}
          onChange={(next) => set({ kind: next, size: defaultPieceSizes[next] })}
        />
        <Select<PieceSize>
          label={kind === 'tent' ? piece.faceSize : piece.size}
          {...field('size')}
          choices={
            Object.fromEntries(
              sizesOf(kind).map((size) => [size, sizeLabel(size)]),
            ) as Labels<PieceSize>
          }
        />
      </div>
      <TextField
        label={piece.heading}
        {...field('title')}
        maxLength={maxLength.name}
        value={choices.title ?? proposed.title}
      />
      <div>
        <TextField
          label={piece.call}
          hint={piece.callHint}
          {...field('callToAction')}
          maxLength={maxLength.callToAction}
          value={call}
        />
        <div className="mt-2 flex flex-wrap gap-2">
          {suggestions
            .filter((text) => text !== call)
            .map((text) => (
              <Button key={text} onClick={() => set({ callToAction: text })}>
                {text}
              </Button>
            ))}
        </div>
      </div>
      <Checkbox label={piece.marks} hint={piece.marksHint} {...field('hasMarks')} />
    </>
  )
}

interface FilesProps {
  code: Code
  choices: Choices
  isReady: boolean
}

const Files = ({ code, choices, isReady }: FilesProps) => {
  const { piece } = useWords()
  const make = useMutation({
    networkMode: 'always',
    async mutationFn(format: PrintFormat) {
      const { kind, size, hasMarks } = choices
      const texts = given({
        title: choices.title ?? undefined,
        call_to_action: choices.callToAction ?? undefined,
      })
      const marks = hasMarks
        ? ({ bleed_mm: 3, crop_marks: '1' } as const)
        : ({ bleed_mm: 0, crop_marks: '0' } as const)
      const file = await qpr.images.print(code.id, { kind, size, format, ...texts, ...marks })
      const name = `${fileNameOf(code.name)} ${piece.kinds[kind]} ${size}.${format}`
      download(await file.blob(), name)
    },
  })
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        {(['pdf', 'svg'] as const).map((format) => (
          <Button
            key={format}
            icon="download"
            isPending={make.isPending && make.variables === format}
            disabled={!isReady}
            onClick={() => make.mutate(format)}
          >
            {piece.download[format]}
          </Button>
        ))}
      </div>
      <ProblemLine error={make.error} className="mt-2" />
    </div>
  )
}
