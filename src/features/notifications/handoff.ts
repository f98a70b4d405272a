import type { OwnerLanguage } from '#contract/languages.ts'
import type { Change, Context, Facts } from '../../platform/context.ts'
import {
  layOutMail,
  type MailBrand,
  type MailChoice,
  type MailMessage,
  nameOnOneLine,
} from '../../platform/mail/layout.ts'
import { enqueueMail, type MailKinds, type MailReader } from '../../platform/mail/mail.ts'
import { noticeWords } from '../people/notice.words.ts'
import { findWaiting } from '../people/notices.store.ts'
import * as store from './notifications.store.ts'
import { isReceived, readerOf } from './notifications.ts'

/** Mails the members of a hand-off, in its transaction. */
export const mailWaitingVisitor = async (
  change: Change<unknown>,
  { organizationId, conversationId, memberIds }: Facts['visitorWaits'],
) => {
  const members = await store.amongMembers(change.db, organizationId, 'handoff', memberIds)
  for (const member of members) {
    const { role, value, since, email, organizationName } = member
    if (!isReceived('handoff', role, value)) continue
    const reader = readerOf(member, { kind: 'handoff', since: since ?? 0 })
    const data = { organizationName, conversationId, reader }
    await enqueueMail(change, { kind: 'visitorWaits', recipient: email, data })
  }
}

/** Null when the visitor does not wait any more: the mail would come too late. */
export const quoteWaitingVisitor = async (
  { db }: Pick<Context, 'db'>,
  { conversationId }: MailKinds['visitorWaits'],
): Promise<{ codeName: string } | null> => {
  const waiting = await findWaiting(db, conversationId)
  return waiting ? { codeName: waiting.codeName ?? '' } : null
}

declare module '../../platform/mail/mail.ts' {
  interface MailKinds {
    visitorWaits: Waits
  }
}

interface Waits {
  organizationName: string
  conversationId: string
  reader: MailReader
}

interface WaitingText {
  organizationName: string
  codeName: string
  brand: MailBrand | null
  /** The conversation in the Studio. */
  link: string
  language: OwnerLanguage
  choice: MailChoice | null
}

const words: Record<OwnerLanguage, { open: string; now: string; why: (name: string) => string }> = {
  en: {
    open: 'Open the conversation',
    now: 'The visitor is waiting now. Take the conversation to answer.',
    why: (name) => `You get this mail because you answer visitors of ${name}.`,
  },
  de: {
    open: 'Gespräch öffnen',
    now: 'Der Besucher wartet jetzt. Übernehmen Sie das Gespräch, um zu antworten.',
    why: (name) => `Sie erhalten diese Mail, weil Sie Besuchern von ${name} antworten.`,
  },
  fr: {
    open: 'Ouvrir la conversation',
    now: 'Le visiteur attend maintenant. Prenez la conversation pour répondre.',
    why: (name) => `Vous recevez cet e-mail parce que vous répondez aux visiteurs de ${name}.`,
  },
  es: {
    open: 'Abrir la conversación',
    now: 'El visitante está esperando. Tome la conversación para responder.',
    why: (name) => `Recibe este correo porque responde a los visitantes de ${name}.`,
  },
  it: {
    open: 'Apri la conversazione',
    now: 'Il visitatore sta aspettando. Prenda la conversazione per rispondere.',
    why: (name) => `Riceve questa e-mail perché risponde ai visitatori di ${name}.`,
  },
}

/** It has no word of the visitor. */
export const visitorWaitsMail = (text: WaitingText): MailMessage => {
  const { language, choice, brand, link } = text
  const { open, now, why } = words[language]
  const codeName = nameOnOneLine(text.codeName)
  const notice = noticeWords(language)
  return layOutMail({
    brand,
    language,
    choice,
    subject: `${notice.title}: ${codeName}`,
    paragraphs: [notice.text(codeName), now],
    button: { label: open, link },
    footnote: why(nameOnOneLine(text.organizationName)),
  })
}
