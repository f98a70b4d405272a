import { type Block, createBlocks } from './blocks.ts'
import { readXml, relationIn, relationsOf, type Zip } from './office.ts'

export const mainOfPptx = 'ppt/presentation.xml'

/** The text of the slides that are shown. The notes are for the speaker. */
export const readPptx = (zip: Zip): Block[] => {
  const { blocks, add } = createBlocks()
  for (const [at, part] of slidesOf(zip).entries()) {
    const { title, texts } = readSlide(zip, part)
    if (title === '' && texts.length === 0) continue
    add(1, title || `Slide ${at + 1}`)
    for (const text of texts) add(0, text)
  }
  return blocks
}

/** Each slide once, in the order of the presentation. */
const slidesOf = (zip: Zip): string[] => {
  const relations = relationsOf(zip, mainOfPptx)
  const slides = new Set<string>()
  readXml(zip, mainOfPptx, {
    open(name, attributes) {
      const part = name === 'sldId' ? relations.get(relationIn(attributes))?.part : undefined
      if (part !== undefined && zip.has(part)) slides.add(part)
    },
  })
  return [...slides]
}

const titles = ['title', 'ctrTitle']
const repeated = ['sldNum', 'dt', 'ftr', 'hdr']

const newShape = () => ({ isTitle: false, isLeftOut: false, lines: [] as string[] })

const isShape = (name: string): boolean => name === 'sp' || name === 'graphicFrame'

const readSlide = (zip: Zip, part: string) => {
  const texts: string[] = []
  let title = ''
  let isShown = true
  let shape = newShape()
  let line = ''
  let row: string[] | null = null
  let isText = false
  /** A copy for programs that do not know the element before it. */
  let inFallback = 0

  const endShape = () => {
    const { isTitle, isLeftOut, lines } = shape
    shape = newShape()
    if (isLeftOut || lines.length === 0) return
    if (isTitle && title === '') title = lines.join(' ')
    else texts.push(lines.length > 1 ? lines.map((one) => `- ${one}`).join('\n') : lines.join(''))
  }

  const endLine = () => {
    const text = line.replace(/\s+/g, ' ').trim()
    line = ''
    if (row && row.length > 0) row[row.length - 1] = `${row.at(-1) ?? ''} ${text}`.trim()
    else if (text !== '') shape.lines.push(text)
  }

  const endRow = () => {
    if (row?.some((cell) => cell !== '') && !shape.isLeftOut) texts.push(row.join(' | '))
    row = null
  }

  readXml(zip, part, {
    open(name, attributes) {
      if (name === 'Fallback') inFallback += 1
      if (isShape(name)) shape = newShape()
      if (name === 'sld' && /^(0|false)$/.test(attributes.show ?? '')) isShown = false
      if (name === 'cNvPr' && /^(1|true)$/.test(attributes.hidden ?? '')) shape.isLeftOut = true
      if (name === 'ph' && titles.includes(attributes.type ?? '')) shape.isTitle = true
      if (name === 'ph' && repeated.includes(attributes.type ?? '')) shape.isLeftOut = true
      if (name === 'tr') row = []
      if (name === 'tc') row?.push('')
      if (name === 'br') line += ' '
      isText = name === 't' && inFallback === 0
    },
    text(text) {
      if (isText) line += text
    },
    close(name) {
      isText = false
      if (name === 'Fallback') inFallback -= 1
      if (name === 'p') endLine()
      if (name === 'tr') endRow()
      if (isShape(name)) endShape()
    },
  })
  return isShown ? { title, texts } : { title: '', texts: [] }
}
