import { type DragEvent, type ReactNode, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icons.tsx'
import { ProgressBar } from '../ui/progress.tsx'
import { problemText } from '../words/problems.ts'
import { useWords } from '../words/words.tsx'
import type { Upload } from './uploading.ts'

interface DropZoneProps {
  onFiles: (files: File[]) => void
  children?: ReactNode
}

/** Takes files that are dropped on it. */
export const DropZone = ({ onFiles, children }: DropZoneProps) => {
  const { knowledge: words } = useWords()
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button "Upload files" does the same
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames(
        'mb-6 flex flex-col gap-3 rounded-card border-2 border-dashed px-4 py-4 transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-line',
      )}
    >
      <p className="flex items-start gap-2 text-muted">
        <Icon name="upload" className="mt-1" />
        <span>
          <span className="font-medium text-ink">{words.drop}.</span> {words.dropText}
        </span>
      </p>
      {children}
    </div>
  )
}

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
