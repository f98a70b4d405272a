import { newId } from '../../platform/kit/ids.ts'
import { tokensOf } from '../models/passage.ts'
import type { Piece } from '../reading/split.ts'
import type { PassageRow } from './documents.store.ts'

/** The rows of pieces, from a position in their document on. */
export const passageRows = (
  pieces: Piece[],
  place: { sourceId: string; documentId: string; position: number },
  now: number,
): PassageRow[] =>
  pieces.map(({ headings, page, text }, index) => ({
    id: newId('psg', now),
    source_id: place.sourceId,
    document_id: place.documentId,
    position: place.position + index,
    page,
    headings: JSON.stringify(headings),
    text,
    tokens: tokensOf(text) + tokensOf(headings.join(' ')),
  }))

export const sumTokens = (rows: PassageRow[]): number =>
  rows.reduce((sum, { tokens }) => sum + tokens, 0)
