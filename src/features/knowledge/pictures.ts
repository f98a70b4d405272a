import type { Context } from '../../platform/context.ts'
import type { ModelPicture } from '../models/model.ts'
import { readAgain } from '../reading/blocks.ts'
import { hardToRead, needsPackages, type SentPicture } from '../reading/pictures.ts'
import type { Part, Unread } from '../reading/reader.ts'
import { piecesOf } from '../reading/split.ts'
import type { SourceRow } from './sources.store.ts'

declare module '../../platform/context.ts' {
  interface Service {
    /** Reads pictures with the configured model: the feature that asks models comes later. */
    pictures: {
      /** Whether a model of a provider is configured. Only a try shows whether it sees. */
      canAsk(): boolean
      read(organizationId: string, picture: ModelPicture): Promise<PictureAnswer>
    }
  }
}

/** What a model says about a picture. Too long, refused, no answer, the budget is used up. */
export type PictureAnswer =
  | { kind: 'text'; text: string; model: string }
  | { kind: 'nothing' | 'hard' | 'long' | 'refused' | 'failed' | 'spent' }

/** A picture that was not read. The page is that of a PDF; null for a photo. */
export interface UnreadPicture {
  page: number | null
  why: Unread['why'] | 'long' | 'refused' | 'failed' | 'spent' | 'many'
}

/** What became of the pictures of a file until now. Absent: none. */
export interface PicturesDone {
  unread?: UnreadPicture[]
  /** The number that was sent to a model. */
  sent?: number
  /** What a model has read. */
  seen?: { page: number | null; model: string }[]
}

/** The maximum that a model reads of one file. */
const maxSent = 30

/** After these the other pictures of the file would have the same fate. */
const lasting = ['refused', 'failed', 'spent']

/** Why the next picture is not sent to a model; null when it may be. */
const whyNotSent = ({ service }: Context<unknown>, { sent = 0, unread = [] }: PicturesDone) => {
  if (!service.pictures.canAsk()) return 'missing'
  if (sent >= maxSent) return 'many'
  return unread.find(({ why }) => lasting.includes(why))?.why ?? null
}

type ReadPart = Extract<Part, { kind: 'part' }>
interface PartPlace extends PicturesDone {
  from: number
  path: string[]
  tookMs?: number
}
/** A part with the text of its picture, and what became of all pictures until now. */
type PartWithPictures = ReadPart & { pictures: PicturesDone }

export const readPartOf = async (
  context: Context<unknown>,
  source: SourceRow,
  place: PartPlace,
): Promise<Exclude<Part, ReadPart> | PartWithPictures> => {
  const { from, path, tookMs = 0, unread = [], seen = [], sent = 0 } = place
  const notSent = whyNotSent(context, place)
  const request = { from, path, tookMs, isSent: notSent === null }
  const part = await context.service.readers.readPart(source, request)
  if (part.kind !== 'part') return part
  const lost = part.unread.map(({ page, why }) => ({
    page,
    why: why === 'missing' ? (notSent ?? why) : why,
  }))
  const done = { unread: [...unread, ...lost], seen, sent }
  if (part.picture) return await askModel(context, source, part, part.picture, done)
  return { ...part, pictures: done }
}

const askModel = async (
  { service }: Context<unknown>,
  source: SourceRow,
  part: ReadPart,
  { page, mediaType, bytes }: SentPicture,
  { unread, seen, sent }: Required<PicturesDone>,
): Promise<PartWithPictures> => {
  const base64 = Buffer.from(bytes).toString('base64')
  const answer = await service.pictures.read(source.organization_id, { mediaType, base64 })
  const done = { unread, seen, sent: sent + 1 }
  if (answer.kind === 'text') {
    const blocks = answer.text.split('\n\n').map((text) => ({ level: 0, text }))
    const pieces = [...part.pieces, ...piecesOf(blocks, [...part.path], page)]
    const pictures = { ...done, seen: [...seen, { page, model: answer.model }] }
    return { ...part, pieces, pictures }
  }
  // A page may be a photo without text, but a picture that is uploaded alone is there to be read.
  if (answer.kind === 'nothing' && page !== null) return { ...part, pictures: done }
  const why = answer.kind === 'nothing' ? 'hard' : answer.kind
  return { ...part, pictures: { ...done, unread: [...unread, { page, why }] } }
}

/** The pages that a model could not read now, although it may later or has before. */
export const pagesLeftOut = ({ unread = [] }: PicturesDone): number[] =>
  unread.flatMap(({ page, why }) => (page !== null && lasting.includes(why) ? page : []))

const maxNamedPages = 12

const named = (pictures: { page: number | null }[], [one, more]: [string, string]): string => {
  const pages = pictures.map(({ page }) => page)
  if (pages.includes(null)) return `The picture ${one}`
  const shown = `${pages.slice(0, maxNamedPages).join(', ')}${pages.length > maxNamedPages ? ' …' : ''}`
  return pages.length === 1 ? `Page ${shown} ${one}` : `Pages ${shown} ${more}`
}

/** The order of the reasons: the first one that occurs is told. */
const sentences: Record<UnreadPicture['why'], string> = {
  missing: `without text. ${needsPackages}`,
  refused: `not read: the model refused to read it, so it may not see pictures. ${needsPackages}`,
  failed: `not read, because the model did not answer. Wait some minutes, ${readAgain}`,
  spent: `not read, because the tokens of the day are used up. Wait until tomorrow, ${readAgain}`,
  many: `not read, because a model reads at most ${maxSent} pictures of a file. Split the file.`,
  late: 'without text and not read: the pictures need too much time or memory. Split the file.',
  hard: `${hardToRead}.`,
  long: 'not read, because it has more text than a model may write at once. Upload smaller parts.',
}

/** What the owner can do about pictures that were not read; the reason that concerns most of them. */
export const whyUnread = ({ unread = [] }: PicturesDone): string | null => {
  const whys = Object.keys(sentences) as UnreadPicture['why'][]
  const first = whys.find((why) => unread.some((one) => one.why === why))
  if (!first) return null
  const which = unread.filter(({ why }) => why === first)
  return `${named(which, ['is', 'are'])} ${sentences[first]}`
}

/** Tells the owner what has left the machine, and that a model may err. */
export const noteOnSeen = ({ seen = [] }: PicturesDone): string | null => {
  if (seen.length === 0) return null
  const models = [...new Set(seen.map(({ model }) => model))].join(', ')
  return `${named(seen, ['was', 'were'])} read by the model ${models}: compare the text with the original.`
}
