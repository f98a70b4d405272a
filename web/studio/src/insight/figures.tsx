import { Icon } from '../ui/icons.tsx'
import { Loading, Skeleton } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'

export interface Figure {
  key: string
  label: string
  /** Says exactly what is counted. */
  definition: string
  value: number
  /** In the period before; left out where it is not known. */
  before?: number | undefined
  format: (value: number) => string
}

/** A few numbers side by side, each with how it was before. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={frameLook}>
    {figures.map((figure) => (
      <div key={figure.key} className={cellLook}>
        <dt className="pe-6 text-small text-muted">{figure.label}</dt>
        <dd className="text-title font-semibold tracking-tight">{figure.format(figure.value)}</dd>
        <dd className="min-h-5 text-small text-muted">
          <Change figure={figure} />
        </dd>
        <dd className="text-small text-muted">
          <Definition of={figure} />
        </dd>
      </div>
    ))}
  </dl>
)

const frameLook =
  'card grid grid-cols-2 gap-px overflow-hidden bg-line sm:grid-cols-3 lg:grid-cols-6'
const cellLook = 'relative bg-raised px-4 py-4 sm:px-5'

/** One click away, also on a phone, where nothing can be hovered. */
const Definition = ({ of: { label, definition } }: { of: Figure }) => {
  const { insight: words } = useWords()
  return (
    <details>
      <summary
        aria-label={words.whatIs(label)}
        className="absolute inset-e-1 top-2 grid size-8 cursor-pointer place-items-center rounded-field [&::-webkit-details-marker]:hidden"
      >
        <Icon name="info" />
      </summary>
      {definition}
    </details>
  )
}

/** Up or down by how much. No colour: more cost is not better, and more messages may not be. */
const Change = ({ figure: { value, before, format } }: { figure: Figure }) => {
  const { insight: words } = useWords()
  const { percent } = useFormat()
  if (before === undefined) return null
  if (before === 0) return value === 0 ? words.same : words.fresh
  const change = value / before - 1
  if (Math.abs(change) < 0.0005) return words.same
  const share = percent(Math.abs(change))
  return (
    <span title={words.before(format(before))} className="inline-flex items-center gap-1">
      <Icon name={change > 0 ? 'up' : 'down'} className="size-3.5" />
      <span aria-hidden="true">{share}</span>
      <span className="sr-only">{change > 0 ? words.more(share) : words.less(share)}</span>
    </span>
  )
}

export const FiguresSkeleton = ({ count }: { count: number }) => (
  <Loading>
    <div className={frameLook}>
      {Array.from({ length: count }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey cells are all alike
        <div key={cell} className={cellLook}>
          <Skeleton className="my-1 h-3 w-20" />
          <Skeleton className="my-1.5 h-5.5 w-16" />
          <Skeleton className="my-1 h-3 w-12" />
        </div>
      ))}
    </div>
  </Loading>
)
