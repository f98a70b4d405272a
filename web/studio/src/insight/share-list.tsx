import type { ReactNode } from 'react'
import { BarList } from '../ui/chart.tsx'

interface ShareListProps {
  title: string
  text?: string
  items: readonly { key: string; label: ReactNode; value: number }[]
  /** Where there is none. */
  empty?: string
}

/** Names and their numbers, most first: countries, devices, questions, codes. */
export const ShareList = ({ title, text, items, empty }: ShareListProps) => (
  <section aria-label={title} className="card p-4 sm:p-6">
    <h2 className="font-medium">{title}</h2>
    {text !== undefined && <p className="text-small text-muted">{text}</p>}
    <div className="mt-3">
      {items.length === 0 && empty !== undefined ? (
        <p className="py-6 text-center text-muted">{empty}</p>
      ) : (
        <BarList title={title} items={items} />
      )}
    </div>
  </section>
)
