import { IconButton } from '../ui/button.tsx'
import { ProgressBar } from '../ui/progress.tsx'
import { problemText } from '../words/problems.ts'
import { useWords } from '../words/words.tsx'
import type { Upload } from './uploading.ts'

interface UploadListProps {
  uploads: Upload[]
  onDismiss: (key: string) => void
}

export const UploadList = ({ uploads, onDismiss }: UploadListProps) => {
  const words = useWords()
  if (uploads.length === 0) return null
  return (
    <ul aria-label={words.knowledge.uploads} className="flex flex-col gap-2">
      {uploads.map(({ key, name, sent, size, problem }) => (
        <li key={key} className="card flex items-center gap-3 px-4 py-2">
          <div className="min-w-0 flex-1">
            <bdi className="line-clamp-1 wrap-anywhere">{name}</bdi>
            {problem === null ? (
              <ProgressBar label={words.knowledge.uploading(name)} done={sent} total={size} />
            ) : (
              <p role="alert" className="text-small text-danger">
                {problem === 'tooLarge' ? words.knowledge.tooLarge : problemText(words, problem)}
              </p>
            )}
          </div>
          {problem !== null && (
            <IconButton
              icon="close"
              label={words.knowledge.dismissUpload(name)}
              onClick={() => onDismiss(key)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
