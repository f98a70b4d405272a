import { useWords } from '../../words/words.tsx'
import { CopyButton } from '../copy.tsx'
import type { ShownCode } from './code-image.tsx'

export const ScanAddress = ({ code }: { code: ShownCode }) => {
  const words = useWords()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="sr-only">{words.code.scanAddress}</span>
      <code className="min-w-0 rounded-field border border-line bg-paper px-3 py-1.5 font-mono text-small wrap-anywhere select-all">
        {code.scan_url}
      </code>
      <CopyButton text={code.scan_url} />
    </div>
  )
}
