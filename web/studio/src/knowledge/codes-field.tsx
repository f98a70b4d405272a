import { useQuery } from '@tanstack/react-query'
import { qpr } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { CodeFilter } from '../conversations/code-filter.tsx'
import { IconButton } from '../ui/button.tsx'
import { useWords } from '../words/words.tsx'

interface CodesFieldProps {
  hint: string
  /** Null: all codes. */
  value: string[] | null
  onChange: (value: string[] | null) => void
}

/** The codes that use a source. Without a choice, all of them. */
export const CodesField = ({ hint, value, onChange }: CodesFieldProps) => {
  const { knowledge: words } = useWords()
  const chosen = value ?? []
  const remove = (id: string) => {
    const left = chosen.filter((one) => one !== id)
    onChange(left.length > 0 ? left : null)
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">{words.codes}</legend>
      <p className="text-small text-muted">{hint}</p>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {chosen.map((id) => (
            <ChosenCode key={id} id={id} onRemove={() => remove(id)} />
          ))}
        </ul>
      )}
      <CodeFilter
        // A new one after each choice, so that it is empty again.
        key={chosen.join()}
        label={words.addCode}
        value={undefined}
        onChange={(id) => id && onChange([...new Set([...chosen, id])])}
      />
    </fieldset>
  )
}

const ChosenCode = ({ id, onRemove }: { id: string; onRemove: () => void }) => {
  const { knowledge: words } = useWords()
  const { data } = useQuery({ ...queryOf(qpr.codes.get, id), staleTime: 60_000 })
  const name = data?.name ?? id
  return (
    <li className="flex max-w-full items-center gap-1 rounded-field bg-hover pl-3">
      <bdi className="truncate">{name}</bdi>
      <IconButton icon="close" label={words.removeCode(name)} onClick={onRemove} />
    </li>
  )
}
