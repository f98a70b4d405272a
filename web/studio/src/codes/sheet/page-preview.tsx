import type { Cell } from '#contract/sheet-layouts.ts'
import type { sheetPageOf } from './layouts.ts'

interface PagePreviewProps {
  page: Page
  /** How many places of the first page are taken. */
  taken: number
  label: string
}

/** The first page in small: the places of the codes and of their names. */
export const PagePreview = ({ page, taken, label }: PagePreviewProps) => (
  <svg
    viewBox={`0 0 ${page.widthMm} ${page.heightMm}`}
    role="img"
    aria-label={label}
    className="mx-auto block max-h-72 w-full max-w-56 rounded-field border border-line bg-white"
  >
    {page.cells.map((cell, index) => (
      <g key={`${cell.x} ${cell.y}`}>
        <rect {...cell} fill="none" stroke="#e4e2db" strokeWidth="0.7" />
        {index < taken && (page.frame ? framed(page.frame, cell) : plain(page, cell))}
      </g>
    ))}
  </svg>
)

type Page = ReturnType<typeof sheetPageOf>

const plain = ({ side, line }: Page, { x, y, width, height }: Cell) => {
  const top = y + (height - side - line) / 2
  const left = x + (width - side) / 2
  return (
    <>
      <path d={mark} fill="#1a1a17" transform={placed(left, top, side)} />
      <rect
        x={x + width / 4}
        y={top + side + line * 0.2}
        width={width / 2}
        height={line * 0.5}
        fill="#6b6a63"
      />
    </>
  )
}

const framed = ({ inset, panel, code, texts, radius }: NonNullable<Page['frame']>, cell: Cell) => {
  const [x, y] = [cell.x + inset, cell.y + inset]
  return (
    <>
      <rect
        x={x}
        y={y}
        width={cell.width - 2 * inset}
        height={cell.height - 2 * inset}
        rx={radius}
        fill="#1a1a17"
      />
      <rect
        x={x + panel.x}
        y={y + panel.y}
        width={panel.width}
        height={panel.height}
        rx={radius}
        fill="#ffffff"
      />
      <path d={mark} fill="#1a1a17" transform={placed(x + code.x, y + code.y, code.width)} />
      {texts && (
        <rect
          x={x + texts.x + texts.width * 0.15}
          y={y + texts.y + texts.height * 0.4}
          width={texts.width * 0.7}
          height={Math.min(texts.height * 0.25, 4)}
          fill="#ffffff"
        />
      )}
    </>
  )
}

const placed = (x: number, y: number, side: number) => `translate(${x} ${y}) scale(${side / 13})`

/** A simplified code of 13 modules, quiet zone included. */
const mark =
  'M1 1h4v1H2v2h2v1H1zM4 2h1v3H4zM8 1h4v1H9v2h2v1H8zM11 2h1v3h-1zM1 8h4v1H2v2h2v1H1zM4 9h1v3H4z' +
  'M6 1h1v2H6zM6 4h1v1H6zM1 6h2v1H1zM4 6h2v1H4zM7 6h1v2H7zM9 6h1v1H9zM11 6h1v2h-1zM6 8h1v1H6zM8 8h1v2H8z' +
  'M9 9h2v1H9zM6 10h2v1H6zM11 10h1v2h-1zM9 11h1v1H9zM6 12h1V11H6z'
