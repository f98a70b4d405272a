import type { OwnerLanguage } from '#contract/languages.ts'
import { layOutMail, type MailMessage, readableTime } from '../../platform/mail/layout.ts'

declare module '../../platform/mail/mail.ts' {
  interface MailKinds {
    signIn: {
      signInId: string
      expiresAt: number
      next?: string | null
      /** Of the page that asked. Absent in mails that an earlier version queued. */
      language?: OwnerLanguage
    }
  }
}

const en = {
  subject: 'Your sign-in link for QPR',
  asked: 'Someone, probably you, asked to sign in to QPR with this address.',
  until: (time: string) => `The link works once, until ${time}.`,
  press: 'Sign in',
  footnote: 'If it was not you, ignore this mail. Signing in is not possible without the link.',
}

const words: Record<OwnerLanguage, typeof en> = {
  en,
  de: {
    subject: 'Ihr Anmeldelink für QPR',
    asked: 'Jemand, vermutlich Sie, möchte sich mit dieser Adresse bei QPR anmelden.',
    until: (time) => `Der Link gilt einmal, bis ${time}.`,
    press: 'Anmelden',
    footnote: 'Wenn Sie es nicht waren, tun Sie nichts. Ohne den Link kann sich niemand anmelden.',
  },
  fr: {
    subject: 'Votre lien de connexion à QPR',
    asked: 'Quelqu’un, sans doute vous, souhaite se connecter à QPR avec cette adresse.',
    until: (time) => `Le lien fonctionne une fois, jusqu’au ${time}.`,
    press: 'Se connecter',
    footnote:
      'Si ce n’était pas vous, ignorez cet e-mail. Sans le lien, personne ne peut se connecter.',
  },
  es: {
    subject: 'Su enlace para entrar en QPR',
    asked: 'Alguien, probablemente usted, quiere entrar en QPR con esta dirección.',
    until: (time) => `El enlace sirve una vez, hasta el ${time}.`,
    press: 'Iniciar sesión',
    footnote: 'Si no ha sido usted, ignore este correo. Sin el enlace no se puede entrar.',
  },
  it: {
    subject: 'Il suo link di accesso a QPR',
    asked: 'Qualcuno, probabilmente lei, vuole accedere a QPR con questo indirizzo.',
    until: (time) => `Il link vale una volta, fino a ${time}.`,
    press: 'Accedi',
    footnote: 'Se non è stato lei, ignori questa e-mail. Senza il link non si può accedere.',
  },
}

interface SignInText {
  expiresAt: number
  link: string
  language?: OwnerLanguage
}

export const signInMail = ({ expiresAt, link, language = 'en' }: SignInText): MailMessage => {
  const { subject, asked, until, press, footnote } = words[language]
  return layOutMail({
    language,
    subject,
    paragraphs: [asked, until(readableTime(expiresAt, language))],
    button: { label: press, link },
    footnote,
  })
}
