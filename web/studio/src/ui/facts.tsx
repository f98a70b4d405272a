import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface FactsProps {
  /** Terms with their values, in order. A value of null or false leaves the entry out. */
  list: readonly [term: string, value: ReactNode][]
  className?: string
}

/** Names and values that cannot be changed here. */
export const FactList = ({ list, className }: FactsProps) => (
  <dl className={classNames('grid gap-x-8 gap-y-3', className)}>
    {list.map(
      ([term, value], index) =>
        value !== null &&
        value !== false && (
          // biome-ignore lint/suspicious/noArrayIndexKey: two fields of a visitor may have one name
          <div key={index} className="min-w-0">
            <dt className="text-small text-muted">{term}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{value}</dd>
          </div>
        ),
    )}
  </dl>
)
