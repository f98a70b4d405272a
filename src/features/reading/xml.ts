import { SaxesParser } from 'saxes'
import { requireModestXml } from './html.ts'
import { damaged, type Zip } from './zip.ts'

export type Attributes = Record<string, string>

interface XmlReader {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Programs choose the prefixes of names themselves. */
const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Reads the elements of a part in their order. */
export const readXml = (zip: Zip, part: string, { open, text, close }: XmlReader) => {
  const xml = new TextDecoder().decode(zip.read(part))
  requireModestXml(xml)
  const parser = new SaxesParser()
  parser.on('error', () => {
    throw damaged()
  })
  parser.on('opentag', ({ name, attributes }) => open?.(withoutPrefix(name), attributes))
  parser.on('closetag', ({ name }) => close?.(withoutPrefix(name)))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.write(xml).close()
}

/** The relationship that an element names. */
export const relationIn = (attributes: Attributes): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''

interface Relation {
  /** The last word of its type, such as `worksheet`. */
  type: string
  part: string
}

/** The parts that a part refers to, by the id of the relationship. */
export const relationsOf = (zip: Zip, part: string): Map<string, Relation> => {
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const list = `${folder}_rels/${part.slice(slash)}.rels`
  const relations = new Map<string, Relation>()
  if (!zip.has(list)) return relations
  readXml(zip, list, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : `${folder}${Target}`
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), part: target })
    },
  })
  return relations
}
