import { CopyButton } from './copy.tsx'

/** Text for machines, as it is: JSON, a snippet, a log. `label` says what it is. */
export const CodeBlock = (props: { label: string; children: string; hasNoCopy?: boolean }) => (
  <figure className="overflow-hidden rounded-card border border-line">
    <figcaption className="flex items-center justify-between gap-3 border-b border-line bg-hover py-1 pr-1 pl-4 text-small">
      {props.label}
      {!props.hasNoCopy && <CopyButton text={props.children} kind="quiet" />}
    </figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has only a keyboard must be able to scroll it */}
    <pre tabIndex={0} className="max-h-100 overflow-auto bg-raised p-4 font-mono text-small">
      <code>{props.children}</code>
    </pre>
  </figure>
)
