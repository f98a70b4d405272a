import type { Schema } from '../../api/client.ts'
import { serviceAddress } from '../../api/place.ts'
import { useWords } from '../../words/words.tsx'
import { classNames } from '../class-names.ts'

export type ShownCode = Pick<
  Schema<'QprCodeDetail'>,
  'id' | 'name' | 'short_id' | 'scan_url' | 'updated_at'
>

/** Browsers keep an image for minutes: after a change it needs another address. */
export const imageAddress = (
  { short_id, updated_at }: ShownCode,
  format: 'png' | 'svg' | 'pdf',
  query: Record<string, string> = {},
): string => {
  const search = new URLSearchParams({ ...query, v: updated_at })
  return serviceAddress(`/qr/${short_id}.${format}?${search}`)
}

export const CodeImage = (props: { code: ShownCode; className?: string }) => {
  const { print } = useWords()
  return (
    <img
      src={imageAddress(props.code, 'svg')}
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
