import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { watchWidth } from '../browser.ts'
import { useFormat, useWords } from '../words/words.tsx'
import { Button } from './button.tsx'
import { Square } from './icons.tsx'

interface Series {
  label: string
  values: readonly number[]
}

interface ChartProps {
  title: string
  /** One label for each value: a day, an hour. */
  labels: readonly string[]
  /** Header of the labels in the table: "Day". */
  labelName: string
  /** The first is drawn in the accent, the second in grey. */
  series: readonly Series[]
}

/** A chart with an equivalent table, for screen readers and on request. */
export const Chart = (props: ChartProps) => {
  const { title, labels, labelName, series } = props
  const { ui } = useWords()
  const { number } = useFormat()
  const [isTable, setIsTable] = useState(false)
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0))
  return (
    <ChartFrame title={title} isTable={isTable} onToggle={() => setIsTable(!isTable)}>
      {series.length > 1 && !isTable && <Legend series={series} />}
      {!isTable &&
        (isEmpty ? (
          <p className="py-12 text-center text-muted">{ui.noData}</p>
        ) : (
          <Drawing {...props} />
        ))}
      <div
        tabIndex={isTable ? 0 : undefined}
        className={isTable ? 'max-h-80 overflow-auto' : 'sr-only'}
      >
        <table className="w-full">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-small text-muted">
              <th scope="col" className="py-1 text-left font-medium">
                {labelName}
              </th>
              {series.map(({ label }) => (
                <th key={label} scope="col" className="py-1 text-right font-medium">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, index) => (
              <tr key={label} className="border-t border-line">
                <th scope="row" className="py-1 text-left font-normal">
                  {label}
                </th>
                {series.map(({ label, values }) => (
                  <td key={label} className="py-1 text-right">
                    {number(values[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ChartFrame>
  )
}

interface ChartFrameProps {
  title: string
  isTable: boolean
  onToggle: () => void
  children: ReactNode
}

/** Title, and the button that changes between the chart and its table. */
export const ChartFrame = ({ title, isTable, onToggle, children }: ChartFrameProps) => {
  const { ui } = useWords()
  const id = useId()
  const label = isTable ? ui.showChart : ui.showTable
  return (
    <figure aria-labelledby={id}>
      <figcaption className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <span id={id} className="font-medium">
          {title}
        </span>
        <Button
          kind="quiet"
          className="-mr-3.5 text-small text-muted"
          aria-label={`${label}: ${title}`}
          onClick={onToggle}
        >
          {label}
        </Button>
      </figcaption>
      {children}
    </figure>
  )
}

const inks = ['text-accent', 'text-muted']
const inkOf = (index: number) => inks[index] ?? 'text-muted'

const Legend = ({ series }: { series: readonly Series[] }) => (
  <p aria-hidden="true" className="mb-2 flex flex-wrap gap-4 text-small">
    {series.map(({ label }, index) => (
      <span key={label} className="flex items-center gap-1.5">
        <Square className={inkOf(index)} />
        {label}
      </span>
    ))}
  </p>
)

const height = 320
const left = 40
const bottom = 24

const Drawing = ({ labels, series }: ChartProps) => {
  const { short, number } = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [hovered, setHovered] = useState<number | null>(null)
  const maximum = niceTop(Math.max(2, ...series.flatMap(({ values }) => values)))
  const step = (width - left) / Math.max(1, labels.length)
  const x = (index: number) => left + index * step
  const y = (value: number) => 8 + (height - bottom - 8) * (1 - value / maximum)
  const shown = hovered !== null && labels[hovered] !== undefined ? hovered : null
  return (
    <div ref={box} aria-hidden="true" className="relative">
      <svg
        width={width}
        height={height}
        className="block max-w-full"
        onMouseLeave={() => setHovered(null)}
      >
        <title>{series[0]?.label}</title>
        {[0, 0.5, 1].map((share) => (
          <g key={share} className="text-line">
            <path d={`M${left} ${y(maximum * share)}H${width}`} stroke="currentColor" />
            <text
              x={left - 8}
              y={y(maximum * share) + 4}
              textAnchor="end"
              className="fill-muted text-small"
            >
              {short(maximum * share)}
            </text>
          </g>
        ))}
        {series.map(({ label, values }, index) => (
          <path
            key={label}
            className={inkOf(index)}
            fill="currentColor"
            d={bars(values, index, series.length, { x, y, step })}
          />
        ))}
        {labels.map((label, index) => (
          <g key={label}>
            {index % Math.ceil(64 / Math.max(1, step)) === 0 && (
              <text
                {...labelPlace(x(index), step, width)}
                y={height - 6}
                className="fill-muted text-small"
              >
                {label}
              </text>
            )}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the table shows the same data */}
            <rect
              x={x(index)}
              y={0}
              width={step}
              height={height - bottom}
              className={shown === index ? 'fill-ink opacity-5' : 'fill-transparent'}
              onMouseEnter={() => setHovered(index)}
            />
          </g>
        ))}
      </svg>
      {shown !== null && (
        <div
          className="pointer-events-none absolute top-0 -translate-x-1/2 rounded-field border border-line bg-raised px-2 py-1 text-small whitespace-nowrap shadow-float"
          style={{ left: Math.min(Math.max(x(shown) + step / 2, 70), width - 70) }}
        >
          <span className="block text-muted">{labels[shown]}</span>
          {series.map(({ label, values }) => (
            <span key={label} className="block">
              {label}: {number(values[shown] ?? 0)}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

/** Below the middle of its bar, unless the text would leave the drawing. */
const labelPlace = (start: number, step: number, width: number) => {
  if (start === left) return { x: start, textAnchor: 'start' as const }
  const middle = start + step / 2
  return middle > width - 24
    ? { x: width, textAnchor: 'end' as const }
    : { x: middle, textAnchor: 'middle' as const }
}

interface Scale {
  x: (index: number) => number
  y: (value: number) => number
  step: number
}

/** All bars of a series in one path: a year of days is 365 elements otherwise. */
const bars = (
  values: readonly number[],
  nth: number,
  of: number,
  { x, y, step }: Scale,
): string => {
  const gap = Math.min(4, step * 0.2)
  const width = Math.max(1, (step - gap) / of)
  return values
    .map((value, index) => {
      if (value === 0) return ''
      return `M${x(index) + gap / 2 + nth * width} ${y(0)}V${y(value)}h${width}V${y(0)}z`
    })
    .join('')
}

/** The next 1, 2, 4, 6 or 8 with zeros, so that the axis and its middle have round numbers. */
const niceTop = (maximum: number): number => {
  const size = 10 ** Math.floor(Math.log10(maximum))
  return ([1, 2, 4, 6, 8, 10].find((times) => times * size >= maximum) ?? 10) * size
}

const useWidth = (box: { current: HTMLElement | null }): number => {
  const [width, setWidth] = useState(600)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    return watchWidth(element, (found) => setWidth(Math.max(200, Math.floor(found))))
  }, [box])
  return width
}
