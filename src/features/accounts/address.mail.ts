import type { OwnerLanguage } from '#contract/languages.ts'
import { layOut, type Message, readableTime } from '../../platform/mail/layout.ts'

interface AddressChangeMail {
  changeId: string
  oldEmail: string
  newEmail: string
}

declare module '../../platform/mail/mail.ts' {
  interface MailKinds {
    addressConfirm: AddressChangeMail
    addressUndo: AddressChangeMail
  }
}

interface AddressText extends AddressChangeMail {
  link: string
  until: number
  language: OwnerLanguage
}

const en = {
  confirm: {
    subject: 'Confirm your new address for QPR',
    text: ({ oldEmail, newEmail }: AddressText) =>
      `${oldEmail} wants to sign in to QPR with ${newEmail} from now on.`,
    until: (time: string) =>
      `Open the link in a browser in which you are signed in to QPR, until ${time}.`,
    button: 'Confirm the address',
    footnote: 'If you do not know about this, ignore this mail: nothing changes.',
  },
  undo: {
    subject: 'Your address for QPR is being changed',
    text: ({ oldEmail, newEmail }: AddressText) =>
      `Somebody, probably you, asked to sign in to QPR with ${newEmail} instead of ${oldEmail}.`,
    until: (time: string) =>
      `If it was not you, stop the change with this link, until ${time}. It also takes back a ` +
      'change that was already made, signs out all browsers, and ends all API keys of the account.',
    button: 'It was not me: stop the change',
    footnote: 'If it was you, you need not do anything.',
  },
}

const de: typeof en = {
  confirm: {
    subject: 'Bestätigen Sie Ihre neue Adresse für QPR',
    text: ({ oldEmail, newEmail }) =>
      `${oldEmail} möchte sich bei QPR künftig mit ${newEmail} anmelden.`,
    until: (time) =>
      'Öffnen Sie den Link in einem Browser, in dem Sie bei QPR angemeldet sind. Er gilt bis ' +
      `${time}.`,
    button: 'Adresse bestätigen',
    footnote: 'Wenn Sie davon nichts wissen, tun Sie nichts: Es ändert sich nichts.',
  },
  undo: {
    subject: 'Ihre Adresse für QPR wird geändert',
    text: ({ oldEmail, newEmail }) =>
      `Jemand, vermutlich Sie, möchte sich bei QPR mit ${newEmail} statt mit ${oldEmail} anmelden.`,
    until: (time) =>
      `Wenn Sie es nicht waren, stoppen Sie die Änderung mit diesem Link. Er gilt bis ${time}. ` +
      'Er macht auch eine schon ausgeführte Änderung rückgängig, meldet alle Browser ab und ' +
      'beendet alle API-Schlüssel des Kontos.',
    button: 'Ich war es nicht: Änderung stoppen',
    footnote: 'Wenn Sie es waren, brauchen Sie nichts zu tun.',
  },
}

const words: Record<OwnerLanguage, typeof en> = { en, de }

export const addressMail = (kind: 'confirm' | 'undo', mail: AddressText): Message => {
  const { subject, text, until, button, footnote } = words[mail.language][kind]
  return layOut({
    language: mail.language,
    subject,
    paragraphs: [text(mail), until(readableTime(mail.until, mail.language))],
    button: { label: button, link: mail.link },
    footnote,
  })
}
