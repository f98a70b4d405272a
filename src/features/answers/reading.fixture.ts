import type { Passage } from '../models/model.ts'
import { createReading } from './reading.ts'

export const passageOf = (text: string, fields: Partial<Passage> = {}): Passage => ({
  id: 'psg_1',
  sourceId: 'src_1',
  title: 'House manual',
  url: null,
  headings: [],
  page: null,
  text,
  ...fields,
})

/** Reads an answer that arrives in these parts. */
export const readIn = (parts: string[], passages: Passage[] = [], isComplete = true) => {
  const reading = createReading({ passages })
  const shown = parts.map((part) => reading.push(part))
  shown.push(reading.flush(isComplete))
  return { shown: shown.join(''), parts: shown, ...reading.end() }
}
