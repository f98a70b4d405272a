import { type ReactNode, useState } from 'react'
import { useFormat, useWords } from '../../words/words.tsx'
import { ButtonAnchor } from '../button.tsx'
import { fileNameOf } from '../download.ts'
import { choicesOf, SelectBox } from '../field.tsx'
import { type ShownCode, useImageAddress, usePatternShare } from './code-image.tsx'

const pixels = ['512', '1024', '2048', '4096']
const millimetres = ['20', '30', '50', '80', '120', '200']

/** The printable code as a file. */
export const Downloads = (props: {
  code: ShownCode
  /** The button that makes a sheet of many. */
  sheet: ReactNode
  /** Below it all. */
  note?: ReactNode
}) => {
  const { code, sheet, note } = props
  const { print } = useWords()
  const { number } = useFormat()
  const imageAddress = useImageAddress(code)
  const [size, setSize] = useState('1024')
  const [sizeMm, setSizeMm] = useState('50')
  const share = usePatternShare(code)
  const file = `${fileNameOf(code.name).replaceAll(' ', '-')}-${code.short_id}`
  const patternMm = number(Math.round((share ?? 0) * Number(sizeMm) * 10) / 10)
  return (
    <section aria-label={print.download}>
      <h2 className="mb-3 text-large font-semibold">{print.download}</h2>
      <ul className="card divide-y divide-line">
        <Row name={print.png} hint={print.pngHint}>
          <SelectBox
            aria-label={print.pngSize}
            value={size}
            onChange={setSize}
            choices={choicesOf(pixels, (value) => print.pixels(number(Number(value))))}
          />
          <Download name={print.png} href={imageAddress('png', { size })} file={`${file}.png`} />
        </Row>
        <Row name={print.svg} hint={print.svgHint}>
          <Download name={print.svg} href={imageAddress('svg')} file={`${file}.svg`} />
        </Row>
        <Row
          name={print.pdf}
          hint={share ? print.sizes(patternMm, number(Number(sizeMm))) : print.pdfHint}
        >
          <SelectBox
            aria-label={print.pdfSize}
            value={sizeMm}
            onChange={setSizeMm}
            choices={choicesOf(millimetres, print.millimetres)}
          />
          <Download
            name={print.pdf}
            href={imageAddress('pdf', { size_mm: sizeMm })}
            file={`${file}.pdf`}
          />
        </Row>
        <Row name={print.sheet} hint={print.sheetHint}>
          {sheet}
        </Row>
      </ul>
      {note}
    </section>
  )
}

const Row = (props: { name: string; hint: string; children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
    <span className="min-w-40 flex-1 max-sm:basis-full">
      <span className="block font-medium">{props.name}</span>
      <span className="block text-small text-muted">{props.hint}</span>
    </span>
    {props.children}
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
