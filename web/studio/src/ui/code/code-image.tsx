import { useQuery } from '@tanstack/react-query'
import { plainStyle } from '#contract/image-styles.ts'
import { useBrand } from '../../api/brand.ts'
import type { Schema } from '../../api/client.ts'
import { serviceAddress } from '../../api/place.ts'
import { useWords } from '../../words/words.tsx'
import { classNames } from '../class-names.ts'
import { CopyButton } from '../copy.tsx'

export type ShownCode = Pick<
  Schema<'QprCodeDetail'>,
  'id' | 'name' | 'short_id' | 'scan_url' | 'style' | 'updated_at'
>

/**
 * Browsers keep an image for minutes: after a change of the code or of the brand it needs another
 * address.
 */
export const useImageAddress = ({ short_id, updated_at }: ShownCode) => {
  const { data: brand } = useBrand()
  return (format: 'png' | 'svg' | 'pdf', query: Record<string, string> = {}): string => {
    const v = brand?.version ? `${updated_at} ${brand.version}` : updated_at
    const search = new URLSearchParams({ ...query, v })
    return serviceAddress(`/qr/${short_id}.${format}?${search}`)
  }
}

/** The share of the image's width that the pattern has; the quiet zone is the rest. */
export const usePatternShare = (code: ShownCode): number | undefined => {
  const address = useImageAddress(code)('svg')
  const { data: modules } = useQuery({
    queryKey: ['modules of', address],
    queryFn: async ({ signal }) => {
      const text = await (await fetch(address, { signal })).text()
      return Number(/viewBox="0 0 (\d+)/.exec(text)?.[1] ?? 0)
    },
    staleTime: Infinity,
  })
  return modules ? 1 - (2 * (code.style?.margin ?? plainStyle.margin)) / modules : undefined
}

export const CodeImage = (props: { code: ShownCode; className: string }) => {
  const { print } = useWords()
  const imageAddress = useImageAddress(props.code)
  return (
    <img
      src={imageAddress('svg')}
      alt={print.imageOf(props.code.name)}
      width={512}
      height={512}
      className={classNames(
        'aspect-square h-auto rounded-card border border-line',
        props.className,
      )}
    />
  )
}

export const ScanAddress = ({ code }: { code: ShownCode }) => {
  const words = useWords()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="sr-only">{words.code.scanAddress}</span>
      <code className="min-w-0 rounded-field border border-line bg-paper px-3 py-1.5 font-mono text-small wrap-anywhere select-all">
        {code.scan_url}
      </code>
      <CopyButton text={code.scan_url} name={words.code.scanAddress} />
    </div>
  )
}
