import { classNames } from './class-names.ts'
import { CopyButton } from './copy.tsx'

interface CodeBlockProps {
  /** Name for screen readers. */
  label: string
  children: string
  /** Wraps long lines. */
  isWrapped?: boolean
}

/** Text for machines, as it is: JSON, a snippet, a log. */
export const CodeBlock = (props: CodeBlockProps) => (
  <figure className="overflow-hidden rounded-card border border-line">
    <figcaption className="flex items-center justify-between gap-3 border-b border-line bg-hover py-1 pr-1 pl-4 text-small">
      {props.label}
      <CopyButton text={props.children} name={props.label} kind="quiet" />
    </figcaption>
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
      tabIndex={0}
      className={classNames(
        'max-h-100 overflow-auto bg-raised p-4 font-mono text-small',
        props.isWrapped && 'whitespace-pre-wrap wrap-anywhere',
      )}
    >
      <code>{props.children}</code>
    </pre>
  </figure>
)
