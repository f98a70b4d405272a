import { useFormat, useWords } from '../words/words.tsx'
import { Button } from './button.tsx'

interface PagingProps {
  /** From 1 on. */
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

/** Below a `Table`. Nothing where everything is on one page. */
export const Paging = ({ page, pageSize, total, onPage }: PagingProps) => {
  const { ui } = useWords()
  const { number } = useFormat()
  if (total <= pageSize && page === 1) return null
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  return (
    <nav aria-label={ui.pages} className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-small text-muted">
        {ui.range(number(first), number(last), number(total))}
      </p>
      <div className="flex gap-2">
        <Button icon="left" disabled={page === 1} onClick={() => onPage(page - 1)}>
          {ui.previous}
        </Button>
        <Button icon="right" disabled={last >= total} onClick={() => onPage(page + 1)}>
          {ui.next}
        </Button>
      </div>
    </nav>
  )
}
