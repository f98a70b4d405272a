import type { OwnerLanguage } from '#contract/languages.ts'
import { layOutMail, type MailMessage, readableTime } from '../../platform/mail/layout.ts'

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

const fr: typeof en = {
  confirm: {
    subject: 'Confirmez votre nouvelle adresse pour QPR',
    text: ({ oldEmail, newEmail }) =>
      `${oldEmail} souhaite désormais se connecter à QPR avec ${newEmail}.`,
    until: (time) =>
      'Ouvrez le lien dans un navigateur où vous êtes connecté à QPR. Il est valable jusqu’au ' +
      `${time}.`,
    button: 'Confirmer l’adresse',
    footnote: 'Si vous n’êtes pas au courant, ignorez cet e-mail : rien ne change.',
  },
  undo: {
    subject: 'Votre adresse pour QPR va être modifiée',
    text: ({ oldEmail, newEmail }) =>
      `Quelqu’un, sans doute vous, souhaite se connecter à QPR avec ${newEmail} au lieu de ${oldEmail}.`,
    until: (time) =>
      `Si ce n’était pas vous, arrêtez la modification avec ce lien. Il est valable jusqu’au ${time}. ` +
      'Il annule aussi une modification déjà faite, déconnecte tous les navigateurs et met fin à ' +
      'toutes les clés API du compte.',
    button: 'Ce n’était pas moi : arrêter la modification',
    footnote: 'Si c’était vous, vous n’avez rien à faire.',
  },
}

const es: typeof en = {
  confirm: {
    subject: 'Confirme su nueva dirección para QPR',
    text: ({ oldEmail, newEmail }) =>
      `${oldEmail} quiere iniciar sesión en QPR a partir de ahora con ${newEmail}.`,
    until: (time) =>
      'Abra el enlace en un navegador en el que haya iniciado sesión en QPR. Es válido hasta el ' +
      `${time}.`,
    button: 'Confirmar la dirección',
    footnote: 'Si no sabe nada de esto, ignore este correo: no cambia nada.',
  },
  undo: {
    subject: 'Se está cambiando su dirección para QPR',
    text: ({ oldEmail, newEmail }) =>
      `Alguien, probablemente usted, quiere iniciar sesión en QPR con ${newEmail} en lugar de ${oldEmail}.`,
    until: (time) =>
      `Si no ha sido usted, detenga el cambio con este enlace. Es válido hasta el ${time}. También ` +
      'deshace un cambio ya hecho, cierra la sesión en todos los navegadores y pone fin a todas las ' +
      'claves de API de la cuenta.',
    button: 'No he sido yo: detener el cambio',
    footnote: 'Si ha sido usted, no tiene que hacer nada.',
  },
}

const it: typeof en = {
  confirm: {
    subject: 'Confermi il suo nuovo indirizzo per QPR',
    text: ({ oldEmail, newEmail }) =>
      `${oldEmail} vuole accedere a QPR d’ora in poi con ${newEmail}.`,
    until: (time) =>
      `Apra il link in un browser in cui ha effettuato l’accesso a QPR. È valido fino a ${time}.`,
    button: 'Conferma l’indirizzo',
    footnote: 'Se non ne sa nulla, ignori questa e-mail: non cambia niente.',
  },
  undo: {
    subject: 'Il suo indirizzo per QPR sta per cambiare',
    text: ({ oldEmail, newEmail }) =>
      `Qualcuno, probabilmente lei, vuole accedere a QPR con ${newEmail} invece che con ${oldEmail}.`,
    until: (time) =>
      `Se non è stato lei, fermi la modifica con questo link. È valido fino a ${time}. Annulla anche ` +
      'una modifica già fatta, disconnette tutti i browser e termina tutte le chiavi API ' +
      'dell’account.',
    button: 'Non sono stato io: ferma la modifica',
    footnote: 'Se è stato lei, non deve fare nulla.',
  },
}

const words: Record<OwnerLanguage, typeof en> = { en, de, fr, es, it }

export const addressMail = (kind: 'confirm' | 'undo', mail: AddressText): MailMessage => {
  const { subject, text, until, button, footnote } = words[mail.language][kind]
  return layOutMail({
    language: mail.language,
    subject,
    paragraphs: [text(mail), until(readableTime(mail.until, mail.language))],
    button: { label: button, link: mail.link },
    footnote,
  })
}
