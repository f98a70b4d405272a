import { useMemo, useState } from 'react'
import { maxLength } from '#contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { SelectBox, TextArea } from '../../ui/field.tsx'
import { Section } from '../../ui/page.tsx'
import { Notice } from '../../ui/states.tsx'
import { useWords } from '../../words/words.tsx'
import { doubled, guessFields, type ImportField } from './columns.ts'
import type { PickedFile } from './pick-file.tsx'
import { rowProblemText } from './report.ts'
import { type ImportRow, rowOf } from './rows.ts'

interface MappingStepProps {
  file: PickedFile
  onStart: (rows: ImportRow[]) => void
  onBack: () => void
}

const shownRows = 5
const shownProblems = 8

/** Maps columns to fields, shows the first rows, and lists problems before sending. */
export const MappingStep = ({ file, onStart, onBack }: MappingStepProps) => {
  const words = useWords()
  const { codeImport, codes } = words
  const { headers, rows } = file
  const [mapping, setMapping] = useState(() => guessFields(headers))
  const [prompt, setPrompt] = useState('')
  const checked = useMemo(
    () => rows.map((row) => rowOf(row, { headers, fields: mapping, prompt })),
    [rows, headers, mapping, prompt],
  )
  const bad = checked.filter(({ problem }) => problem)
  const good = checked.length - bad.length
  const twice = doubled(mapping)
  // A column that is missing is one problem, not one for each row.
  const lacking = !mapping.includes('name')
    ? 'name'
    : !mapping.includes('prompt') && prompt.trim() === ''
      ? 'prompt'
      : null
  const lacksPrompt = rows.some(({ cells }) => !cells[mapping.indexOf('prompt')]?.trim())

  return (
    <>
      <Section title={codeImport.columnsTitle} text={codeImport.columnsText(file.name)}>
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
          tabIndex={0}
          aria-label={codeImport.columnsTitle}
          className="card overflow-x-auto"
        >
          <table className="w-full text-left">
            <thead>
              <tr>
                {headers.map((name, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                  <th key={column} scope="col" className="min-w-56 p-3 align-bottom font-medium">
                    <span className="mb-1 block truncate">{name || codeImport.unnamed}</span>
                    <SelectBox<ImportField>
                      aria-label={codeImport.meaningOf(name || codeImport.unnamed)}
                      value={mapping[column] ?? 'ignore'}
                      className="font-normal"
                      choices={codeImport.fields}
                      onChange={(field) => setMapping(mapping.with(column, field))}
                    />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shownRows).map(({ line, cells }) => (
                <tr key={line} className="border-t border-line">
                  {headers.map((_, column) => (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                      key={column}
                      className="max-w-72 truncate px-3 py-2 text-small"
                      title={cells[column] ?? ''}
                    >
                      {cells[column]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {rows.length > shownRows && (
          <p className="mt-2 text-small text-muted">
            {codeImport.moreRows(rows.length - shownRows)}
          </p>
        )}
      </Section>

      {lacksPrompt && (
        <div className="mb-8">
          <TextArea
            label={codeImport.promptForAll}
            hint={codeImport.promptForAllHint}
            name="prompt"
            value={prompt}
            maxLength={maxLength.prompt}
            onChange={setPrompt}
          />
        </div>
      )}

      {twice && <Notice tone="bad">{codeImport.twice(codeImport.fields[twice])}</Notice>}
      {!twice && lacking && (
        <Notice tone="warn">
          {lacking === 'name' ? codeImport.noNames(bad.length) : codeImport.noPrompts(bad.length)}
        </Notice>
      )}
      {!twice && !lacking && bad.length > 0 && (
        <Notice tone="warn">
          <p>{codeImport.badRows(bad.length)}</p>
          <ul className="mt-1 list-disc pl-5">
            {bad.slice(0, shownProblems).map(({ line, problem }) => (
              <li key={line}>
                {codeImport.line(line)}: {problem && rowProblemText(words, problem)}
              </li>
            ))}
          </ul>
          {bad.length > shownProblems && <p>{codeImport.andMore(bad.length - shownProblems)}</p>}
        </Notice>
      )}

      <div className="mt-6 flex flex-wrap gap-2">
        <Button
          kind="primary"
          disabled={twice !== undefined || good === 0}
          onClick={() => onStart(checked)}
        >
          {codeImport.create(codes.count(good))}
        </Button>
        <Button onClick={onBack}>{codeImport.another}</Button>
      </div>
    </>
  )
}
