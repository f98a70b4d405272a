import { type ReactNode, useState } from 'react'
import { useFormat, useWords } from '../../words/words.tsx'
import { ButtonAnchor } from '../button.tsx'
import { SelectBox } from '../field.tsx'
import { type ShownCode, useImageAddress, usePatternShare } from './code-image.tsx'

const pixels = [512, 1024, 2048, 4096]
const millimetres = [20, 30, 50, 80, 120, 200]

/** The printable code as a file. */
export const Downloads = (props: {
  code: ShownCode
  /** The button that makes a sheet of many. */
  sheet?: ReactNode
  /** Below it all. */
  note?: ReactNode
}) => {
  const { code, sheet, note } = props
  const { print } = useWords()
  const format = useFormat()
  const imageAddress = useImageAddress(code)
  const [size, setSize] = useState('1024')
  const [sizeMm, setSizeMm] = useState('50')
  const share = usePatternShare(code)
  const millimetresOf = (part: number) => format.number(Math.round(part * Number(sizeMm) * 10) / 10)
  return (
    <section aria-label={print.download}>
      <h2 className="mb-3 text-large font-semibold">{print.download}</h2>
      <ul className="card divide-y divide-line">
        <Row
          name={print.png}
          hint={print.pngHint}
          action={
            <Download
              name={print.png}
              href={imageAddress('png', { size })}
              file={`${fileName(code)}.png`}
            />
          }
        >
          <SelectBox
            aria-label={print.pngSize}
            value={size}
            onChange={setSize}
            choices={Object.fromEntries(
              pixels.map((value) => [value, print.pixels(format.number(value))]),
            )}
          />
        </Row>
        <Row
          name={print.svg}
          hint={print.svgHint}
          action={
            <Download name={print.svg} href={imageAddress('svg')} file={`${fileName(code)}.svg`} />
          }
        />
        <Row
          name={print.pdf}
          hint={
            share ? print.sizes(millimetresOf(share), format.number(Number(sizeMm))) : print.pdfHint
          }
          action={
            <Download
              name={print.pdf}
              href={imageAddress('pdf', { size_mm: sizeMm })}
              file={`${fileName(code)}.pdf`}
            />
          }
        >
          <SelectBox
            aria-label={print.pdfSize}
            value={sizeMm}
            onChange={setSizeMm}
            choices={Object.fromEntries(
              millimetres.map((value) => [value, print.millimetres(String(value))]),
            )}
          />
        </Row>
        {sheet && <Row name={print.sheet} hint={print.sheetHint} action={sheet} />}
      </ul>
      {note}
    </section>
  )
}

/** As the owner calls it, in characters that every system takes. */
const fileName = ({ name, short_id }: ShownCode): string => {
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return `${plain.slice(0, 60) || 'code'}-${short_id}`
}

interface RowProps {
  name: string
  hint: string
  action: ReactNode
  /** How large. */
  children?: ReactNode
}

const Row = ({ name, hint, action, children }: RowProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
    <span className="min-w-40 flex-1 max-sm:basis-full">
      <span className="block font-medium">{name}</span>
      <span className="block text-small text-muted">{hint}</span>
    </span>
    {children}
    {action}
  </li>
)

const Download = ({ name, href, file }: { name: string; href: string; file: string }) => {
  const { print } = useWords()
  return (
    <ButtonAnchor
      icon="download"
      href={href}
      download={file}
      aria-label={`${print.download}: ${name}`}
    >
      {print.download}
    </ButtonAnchor>
  )
}
