import { useState } from 'react'
import { useOrganization } from '../../api/organization.ts'
import { isPhone } from '../../browser.ts'
import { choicesOf, Select } from '../../ui/field.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Badge } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { VirtualTable } from '../../ui/virtual-table.tsx'
import { useFormat, useWords } from '../../words/words.tsx'
import { refusalReason, rowStateOf } from './report.ts'
import type { ImportRow } from './rows.ts'
import type { RowOutcome } from './sending.ts'

interface ReportTableProps {
  rows: readonly ImportRow[]
  outcomeOf: (row: ImportRow) => RowOutcome | undefined
  isRunning: boolean
}

const states = ['all', 'created', 'refused', 'unsent'] as const
type State = (typeof states)[number]
const tones = { created: 'good', refused: 'bad', unsent: 'neutral' } as const

/** Row by row: a code, or why not. */
export const ReportTable = ({ rows, outcomeOf, isRunning }: ReportTableProps) => {
  const words = useWords()
  const { codeImport } = words
  const { number } = useFormat()
  const { slug } = useOrganization()
  const [shown, setShown] = useState<State>('all')
  const counted = (state: State) =>
    rows.filter((row) => state === 'all' || rowStateOf(row, outcomeOf(row)) === state)
  const labelOf = (state: State) =>
    `${codeImport.filters[state]} (${number(counted(state).length)})`
  const visible = counted(shown)
  const isNarrow = isPhone()

  const columns: Column<ImportRow>[] = [
    {
      header: codeImport.columns.line,
      cell: ({ line }) => number(line),
      isNumber: true,
      width: '3rem',
    },
    {
      header: codeImport.columns.name,
      cell: (row) => {
        const outcome = outcomeOf(row)
        if (outcome?.kind !== 'created') {
          return (
            <>
              <span className="block truncate">{row.input.name}</span>
              <span className="line-clamp-2 text-small whitespace-normal sm:hidden">
                {refusalReason(words, row, outcome)}
              </span>
            </>
          )
        }
        const { id } = outcome.code
        return (
          <TextLink to="/$slug/codes/$id" params={{ slug, id }}>
            {row.input.name}
          </TextLink>
        )
      },
      width: 'minmax(0, 1fr)',
    },
    {
      header: codeImport.columns.result,
      cell: (row) => {
        const outcome = outcomeOf(row)
        const state = rowStateOf(row, outcome)
        const isOpen = isRunning && state === 'unsent'
        const reason = refusalReason(words, row, outcome)
        return (
          <span className="flex min-w-0 items-center gap-2" title={reason}>
            <Badge tone={tones[state]}>
              {isOpen ? codeImport.states.waiting : codeImport.states[state]}
            </Badge>
            <span className="hidden min-w-0 text-small whitespace-normal sm:line-clamp-2">
              {reason}
            </span>
          </span>
        )
      },
      width: isNarrow ? '6.5rem' : 'minmax(0, 1.6fr)',
    },
    {
      header: codeImport.columns.address,
      cell: (row) => {
        const outcome = outcomeOf(row)
        return outcome?.kind === 'created' ? (
          <span className="font-mono text-small">{outcome.code.scan_url}</span>
        ) : null
      },
      isMinor: true,
    },
  ]

  return (
    <section aria-label={codeImport.reportTitle}>
      <div className="mb-4 max-w-60">
        <Select
          label={codeImport.show}
          name="show"
          value={shown}
          choices={choicesOf(states, labelOf)}
          onChange={setShown}
        />
      </div>
      <VirtualTable
        key={shown}
        caption={codeImport.reportTitle}
        columns={columns}
        rows={visible}
        total={visible.length}
        isPending={false}
        loadMore={() => {}}
        rowHeight={isNarrow ? 76 : 56}
        rowKey={({ line }) => String(line)}
        empty={<p className="py-6 text-muted">{codeImport.noRows}</p>}
      />
    </section>
  )
}
