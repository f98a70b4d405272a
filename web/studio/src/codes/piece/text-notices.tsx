import type { Schema } from '../../api/client.ts'
import { Notice } from '../../ui/states.tsx'
import { useWords } from '../../words/words.tsx'

type Texts = Pick<Schema<'PiecePreview'>, 'left_out' | 'shortened'>

/** Before the download: which texts are not printed, or not completely. */
export const TextNotices = ({ left_out, shortened }: Texts) => {
  const { piece } = useWords()
  if (left_out.length + shortened.length === 0) return null
  return (
    <Notice tone="warn">
      {left_out.map(({ field, characters }) => (
        <p key={field}>{piece.leftOut(piece.texts[field], characters.join(' '))}</p>
      ))}
      {shortened.map((field) => (
        <p key={field}>{piece.shortened(piece.texts[field])}</p>
      ))}
    </Notice>
  )
}
