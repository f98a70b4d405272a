import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callsToAction } from '#contract/calls-to-action.ts'
import { maxItems, maxLength } from '#contract/limits.ts'
import type { Paper } from '#contract/sheet-layouts.ts'
import { qpr } from '../../api/client.ts'
import { filled } from '../../api/given.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { download } from '../../ui/download.ts'
import { Checkbox, choicesOf, Select, TextField } from '../../ui/field.tsx'
import { type Fields, useFields } from '../../ui/form.tsx'
import { PrivateHostText, usePrivateHost } from '../../ui/private-host.tsx'
import { Notice, ProblemLine } from '../../ui/states.tsx'
import { useFormat, useWords } from '../../words/words.tsx'
import { TextNotices } from '../piece/text-notices.tsx'
import { useSettled } from '../piece/use-settled.ts'
import {
  columnsAndRows,
  countIn,
  initialChoices,
  isLabels,
  largest,
  type SheetChoices,
  type SheetSource,
  type Size,
  sheetLayoutOf,
  sheetPageOf,
  sizes,
} from './layouts.ts'
import { PagePreview } from './page-preview.tsx'

/** Smaller codes need a phone very close to them. */
const smallMm = 20

/** One PDF with many codes and their names. */
const SheetDialog = (props: {
  source: SheetSource
  onClose: () => void
  /** Initial number of copies of each code. */
  copies?: number
}) => {
  const { source, onClose } = props
  const { printSheet, ui } = useWords()
  const { number } = useFormat()
  const privateHost = usePrivateHost()
  const fields = useFields({ ...initialChoices, copies: String(props.copies ?? 1) })
  const { values: choices } = fields
  const [part, setPart] = useState('0')

  const layout = sheetLayoutOf(choices)
  const copies = countIn(choices, 'copies')
  const perPart = Math.floor(maxItems.codes / (copies ?? 1))
  const parts = Math.ceil(source.total / perPart)
  const from = Math.min(Number(part), parts - 1) * perPart
  const count = Math.min(perPart, source.total - from)
  const rangeOf = (index: number) =>
    printSheet.range(index * perPart + 1, Math.min((index + 1) * perPart, source.total))
  const page = layout && sheetPageOf(layout, choices.isFramed)
  const places = count * (copies ?? 1)

  const make = useMutation({
    networkMode: 'always',
    async mutationFn() {
      if (!layout || copies === null) return
      const read = await source.read(from, count)
      const ids = read.flatMap((id) => Array.from({ length: copies }, () => id))
      const frame = choices.isFramed && {
        frame: filled({ call_to_action: choices.callToAction.trim() }),
      }
      const file = await qpr.images.printSheet({ ids, layout, ...frame })
      download(await file.blob(), parts > 1 ? `codes-${Number(part) + 1}.pdf` : 'codes.pdf')
    },
  })

  return (
    <Dialog isWide onClose={onClose} title={printSheet.title} text={printSheet.text}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          make.mutate()
        }}
      >
        {privateHost && (
          <Notice tone="warn">
            <PrivateHostText host={privateHost} />
          </Notice>
        )}
        <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_14rem]">
          <Choices source={source} fields={fields} />
          <div>
            {page && copies !== null && (
              <>
                <PagePreview
                  page={page}
                  taken={places}
                  label={printSheet.preview(page.cells.length)}
                />
                <p role="status" className="mt-3 text-center text-small text-muted">
                  {printSheet.pages(Math.ceil(places / page.cells.length))}
                  <br />
                  {printSheet.side(number(Math.round(page.side)))}
                </p>
              </>
            )}
          </div>
        </div>
        {parts > 1 && (
          <Select
            label={printSheet.part}
            hint={printSheet.partHint(maxItems.codes)}
            name="part"
            value={part}
            choices={Object.fromEntries(
              Array.from({ length: parts }, (_, index) => [index, rangeOf(index)]),
            )}
            onChange={setPart}
          />
        )}
        {page && page.side < smallMm && <Notice tone="warn">{printSheet.small}</Notice>}
        <ProblemLine error={make.error} />
        <DialogActions cancel={ui.close}>
          <Button
            type="submit"
            kind="primary"
            icon="download"
            isPending={make.isPending}
            disabled={!layout || copies === null}
          >
            {printSheet.download}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const Choices = ({ source, fields }: { source: SheetSource; fields: Fields<SheetChoices> }) => {
  const { piece, printSheet } = useWords()
  const { number } = useFormat()
  const { values: choices, field } = fields
  const sizeLabel = (size: Size) => {
    if (size === 'own') return printSheet.own
    const { columns, rows } = columnsAndRows(size)
    const grid = `${columns} × ${rows}`
    if (!isLabels(size)) return `${printSheet.sizes[size]} (${grid})`
    const { widthMm, heightMm } = columnsAndRows(size) as { widthMm: number; heightMm: number }
    return `${printSheet.labels} ${number(widthMm)} × ${number(heightMm)} mm (${grid})`
  }
  const count = (name: keyof typeof largest) => (
    <TextField
      label={printSheet[name]}
      inputMode="numeric"
      error={countIn(choices, name) === null ? printSheet.between(1, largest[name]) : undefined}
      {...field(name)}
    />
  )
  return (
    <div className="flex flex-col gap-4">
      <Select<Size>
        label={printSheet.size}
        choices={choicesOf(sizes, sizeLabel)}
        {...field('size')}
      />
      {choices.size === 'own' && (
        <div className="grid grid-cols-2 gap-3">
          {count('columns')}
          {count('rows')}
        </div>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Select<Paper>
          label={printSheet.paper}
          choices={{ a4: piece.papers.a4, letter: piece.papers.letter }}
          {...field('paper')}
        />
        {count('copies')}
      </div>
      <Checkbox label={printSheet.cutMarks} {...field('cutMarks')} />
      <FrameFields source={source} fields={fields} />
    </div>
  )
}

export default SheetDialog

/** A frame around each code, with a call to action. */
const FrameFields = (props: { source: SheetSource; fields: Fields<SheetChoices> }) => {
  const { printSheet, piece } = useWords()
  const { source, fields } = props
  const { isFramed, callToAction } = fields.values
  const call = useSettled(callToAction.trim())
  // The service knows which letters its font has; the first code stands for all.
  const { data } = useQuery({
    queryKey: ['/v1/qpr-codes/{id}/print-preview', 'sheet', call],
    async queryFn({ signal }) {
      const [id = ''] = await source.read(0, 1)
      const query = { kind: 'sticker' as const, title: '', ...(call && { call_to_action: call }) }
      return await qpr.images.previewPrint(id, query, { signal })
    },
    enabled: isFramed,
  })
  return (
    <>
      <Checkbox label={printSheet.frame} {...fields.field('isFramed')} />
      {isFramed && (
        <TextField
          label={piece.call}
          hint={printSheet.frameHint}
          placeholder={data?.call_to_action ?? callsToAction.en[0]}
          maxLength={maxLength.callToAction}
          {...fields.field('callToAction')}
        />
      )}
      {isFramed && data && <TextNotices left_out={data.left_out} shortened={[]} />}
    </>
  )
}
