import { useId } from 'react'
import { callsToAction } from '#contract/calls-to-action.ts'
import { maxLength } from '#contract/limits.ts'
import {
  faceSize,
  type PieceSize,
  type PrintFormat,
  type PrintKind,
} from '#contract/print-pieces.ts'
import { qpr, type Schema } from '../../api/client.ts'
import { given } from '../../api/given.ts'
import { useFiltered } from '../../api/read.ts'
import { Button } from '../../ui/button.tsx'
import {
  type Press,
  sizeFor,
  sizesFor,
  usePieceFile,
  usualPaper,
} from '../../ui/code/piece-file.ts'
import { PiecePicture } from '../../ui/code/piece-picture.tsx'
import { PressChoice } from '../../ui/code/press-choice.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { choicesOf, Select, TextField } from '../../ui/field.tsx'
import { type Fields, useFields } from '../../ui/form.tsx'
import { ErrorPanel, Loading, ProblemLine } from '../../ui/states.tsx'
import { useFormat, useWords } from '../../words/words.tsx'
import type { Code } from '../code.ts'
import { PieceSketch } from './piece-preview.tsx'
import { TextNotices } from './text-notices.tsx'
import { useSettled } from './use-settled.ts'

const initial = {
  kind: 'tent' as PrintKind,
  size: sizeFor(usualPaper, 'tent'),
  /** Undefined: as the service proposes it. */
  title: undefined as string | undefined,
  call_to_action: undefined as string | undefined,
  press: usualPaper as Press,
}

type Choices = typeof initial

const kinds: PrintKind[] = ['tent', 'sticker', 'poster']

/** A sticker, a table tent or a poster that asks to be scanned. */
export const PieceSection = ({ code }: { code: Code }) => {
  const { piece } = useWords()
  const fields = useFields(initial)
  const { values: choices } = fields
  const { kind, size, press, title, call_to_action } = choices
  const texts = useSettled(given({ title, call_to_action }))
  const query = useFiltered(qpr.images.previewPrint, code.id, { kind, size, ...texts })
  const { data: preview, error, refetch } = query
  return (
    <section aria-label={piece.title} className="mt-6">
      <h2 className="text-large font-semibold">{piece.title}</h2>
      <p className="mt-1 mb-4 text-small text-muted">{piece.text}</p>
      <div className="mb-4 flex flex-col gap-4">
        <PressChoice
          value={press}
          onChange={(next) => fields.set({ press: next, size: sizeFor(next, kind) })}
        />
        <KindChoice
          code={code}
          press={press}
          value={kind}
          onChange={(next) => fields.set({ kind: next, size: sizeFor(press, next) })}
        />
      </div>
      <div className="card grid gap-x-10 gap-y-5 p-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <PieceFields code={code} fields={fields} preview={preview} />
          {preview && <TextNotices {...preview} />}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {error ? (
            <ErrorPanel error={error} onRetry={() => void refetch()} />
          ) : preview ? (
            <PieceSketch preview={preview} kind={kind} name={code.name} />
          ) : (
            <Loading height="h-96" />
          )}
          <Files code={code} choices={choices} isReady={!error} />
        </div>
      </div>
    </section>
  )
}

interface KindChoiceProps {
  code: Code
  press: Press
  value: PrintKind
  onChange: (kind: PrintKind) => void
}

/** The pieces to choose from, as pictures. */
const KindChoice = ({ code, press, value, onChange }: KindChoiceProps) => {
  const { piece } = useWords()
  const name = useId()
  return (
    <fieldset>
      <legend className="sr-only">{piece.kind}</legend>
      <div className="grid grid-cols-3 gap-2 sm:gap-4">
        {kinds.map((kind) => (
          <label
            key={kind}
            className="card flex cursor-pointer flex-col gap-3 p-3 text-center hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={kind === value}
              onChange={() => onChange(kind)}
            />
            <PiecePicture code={code} kind={kind} size={sizeFor(press, kind)} />
            <span className="text-small font-medium sm:text-base">{piece.kinds[kind]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface PieceFieldsProps {
  code: Code
  fields: Fields<Choices>
  /** Its texts are shown until the owner types. */
  preview: Schema<'PiecePreview'> | undefined
}

const PieceFields = (props: PieceFieldsProps) => {
  const { code, preview } = props
  const { values: choices, set, field } = props.fields
  const { piece } = useWords()
  const { number } = useFormat()
  const { kind, press } = choices
  const sizeLabel = (size: PieceSize) => {
    const { widthMm, heightMm } = faceSize(kind, size) ?? { widthMm: 0, heightMm: 0 }
    const millimetres = `${number(widthMm)} × ${number(heightMm)} mm`
    return size.startsWith('a') ? `${size.toUpperCase()}, ${millimetres}` : millimetres
  }
  const call = choices.call_to_action ?? preview?.call_to_action ?? ''
  const isLeftOut = preview?.left_out.some(({ field }) => field === 'call_to_action')
  // English, where the font lacks the letters of the code's own language.
  const suggestions = callsToAction[isLeftOut ? 'en' : (code.language ?? 'en')]
  return (
    <>
      <Select<PieceSize>
        label={kind === 'tent' ? piece.faceSize : piece.size}
        {...field('size')}
        choices={choicesOf(sizesFor(press, kind), sizeLabel)}
      />
      <TextField
        label={piece.heading}
        {...field('title')}
        maxLength={maxLength.name}
        value={choices.title ?? preview?.title ?? ''}
      />
      <div>
        <TextField
          label={piece.call}
          hint={piece.callHint}
          {...field('call_to_action')}
          maxLength={maxLength.callToAction}
          value={call}
        />
        <div className="mt-2 flex flex-wrap gap-2">
          {suggestions
            .filter((text) => text !== call)
            .map((text) => (
              <Button key={text} onClick={() => set({ call_to_action: text })}>
                {text}
              </Button>
            ))}
        </div>
      </div>
    </>
  )
}

interface FilesProps {
  code: Code
  choices: Choices
  isReady: boolean
}

const Files = ({ code, choices, isReady }: FilesProps) => {
  const { piece, code: codeWords } = useWords()
  const make = usePieceFile(code)
  const { kind, size, press, title, call_to_action } = choices
  const paper = press === 'shop' ? usualPaper : press
  const texts = given({ title, call_to_action })
  const isMaking = (one: Press, format: PrintFormat = 'pdf') =>
    make.isPending && make.variables.press === one && (make.variables.format ?? 'pdf') === format
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <Button
          kind="primary"
          icon="download"
          isPending={isMaking(press)}
          disabled={!isReady}
          onClick={() => make.mutate({ kind, size, press, texts })}
        >
          {piece.download.pdf}
        </Button>
        <Button
          icon="print"
          disabled={!isReady || !sizesFor(paper, kind).includes(size)}
          onClick={() => make.mutate({ kind, size, press: paper, texts })}
        >
          {piece.testPage}
        </Button>
      </div>
      <p className="text-small text-muted">{piece.testPageHint(piece.papers[paper])}</p>
      <ProblemLine error={make.error} />
      <Disclosure title={codeWords.advanced} text={piece.advancedText} isWrong={false}>
        <Button
          icon="download"
          className="self-start"
          isPending={isMaking(press, 'svg')}
          disabled={!isReady}
          onClick={() => make.mutate({ kind, size, press, texts, format: 'svg' })}
        >
          {piece.download.svg}
        </Button>
      </Disclosure>
    </div>
  )
}
