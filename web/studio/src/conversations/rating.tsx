import { Icon } from '../ui/icons.tsx'
import { useWords } from '../words/words.tsx'

/** The visitor's rating as an icon with a label. */
export const Rating = ({ rating }: { rating: 'up' | 'down' | null }) => {
  const { conversations } = useWords()
  if (rating === null) {
    return (
      <span className="text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{conversations.unrated}</span>
      </span>
    )
  }
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <Icon
        name={rating === 'up' ? 'thumbUp' : 'thumbDown'}
        className={rating === 'up' ? 'text-accent' : 'text-danger'}
      />
      {conversations.ratings[rating]}
    </span>
  )
}
