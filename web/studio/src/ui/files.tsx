import { type ReactNode, useRef, useState } from 'react'
import { Button, type ButtonKind } from './button.tsx'
import { classNames } from './class-names.ts'

interface FileButtonProps {
  kind?: ButtonKind
  icon?: 'upload'
  /** As in HTML: endings or types of files. */
  accept: string
  isMany?: boolean
  onFiles: (files: File[]) => void
  /** Attributes of the field itself. */
  field: { id?: string; name?: string; 'aria-label'?: string }
  children: ReactNode
}

/** A button that opens the browser's dialog for files. */
export const FileButton = (props: FileButtonProps) => {
  const { kind, icon, accept, isMany, onFiles, field, children } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        {...field}
        ref={input}
        type="file"
        multiple={isMany}
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        // The button says the same, unless a label names the field.
        aria-hidden={field.id === undefined || field['aria-label'] !== undefined}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Without this, choosing the same file again is not noticed.
          target.value = ''
        }}
      />
      <Button kind={kind} icon={icon} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}

interface DropAreaProps {
  onFiles: (files: File[]) => void
  className: string
  children: ReactNode
}

/** Takes files that are dropped on it. A `FileButton` must do the same. */
export const DropArea = ({ onFiles, className, children }: DropAreaProps) => {
  const [isOver, setIsOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a button does the same
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        onFiles([...event.dataTransfer.files])
      }}
      className={classNames(
        'flex flex-col gap-3 rounded-card border-2 border-dashed transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-line bg-raised',
        className,
      )}
    >
      {children}
    </div>
  )
}
