import type { PageLanguage } from '../http/output/page.ts'

interface Words {
  home: { title: string; text: string; studio: string; reference: string }
  ask: { title: string; text: string; address: string; send: string }
  sent: { title: string; text: (email: string) => string; open: string }
  confirm: { title: string; text: (email: string) => string; press: string }
  account: {
    title: string
    text: (email: string) => string
    studio: string
    reference: string
    signOut: string
  }
  invalidAddress: string
}

export const pageWords: Record<PageLanguage, Words> = {
  en: {
    home: {
      title: 'QPR is running',
      text: 'QR codes that talk: write a prompt, print the code, and whoever scans it is in a conversation.',
      studio: 'Open the Studio',
      reference: 'API reference',
    },
    ask: {
      title: 'Sign in',
      text: 'We send you a link. There is no password.',
      address: 'E-mail address',
      send: 'Send me the link',
    },
    sent: {
      title: 'Look into your mailbox',
      text: (email) =>
        `If ${email} may sign in here, a link is on its way. It works once, for 15 minutes.`,
      open: 'Nothing there after a few minutes? Look into the spam folder, or try again.',
    },
    confirm: {
      title: 'Sign in',
      text: (email) => `You are about to sign in as ${email}.`,
      press: 'Sign in',
    },
    account: {
      title: 'You are signed in',
      text: (email) => `As ${email}. You are a member of:`,
      studio: 'Open the Studio',
      reference: 'API reference',
      signOut: 'Sign out',
    },
    invalidAddress: 'Please give an e-mail address such as ana@example.com.',
  },
  de: {
    home: {
      title: 'QPR läuft',
      text: 'QR-Codes, die sprechen: Prompt schreiben, Code drucken, und wer ihn scannt, ist im Gespräch.',
      studio: 'Studio öffnen',
      reference: 'API-Referenz (englisch)',
    },
    ask: {
      title: 'Anmelden',
      text: 'Wir schicken Ihnen einen Link. Ein Passwort gibt es nicht.',
      address: 'E-Mail-Adresse',
      send: 'Link schicken',
    },
    sent: {
      title: 'Sehen Sie in Ihr Postfach',
      text: (email) =>
        `Wenn ${email} sich hier anmelden darf, ist ein Link unterwegs. Er gilt einmal, 15 Minuten lang.`,
      open: 'Nach ein paar Minuten nichts da? Sehen Sie im Spam-Ordner nach, oder versuchen Sie es noch einmal.',
    },
    confirm: {
      title: 'Anmelden',
      text: (email) => `Sie melden sich als ${email} an.`,
      press: 'Anmelden',
    },
    account: {
      title: 'Sie sind angemeldet',
      text: (email) => `Als ${email}. Sie sind Mitglied von:`,
      studio: 'Studio öffnen',
      reference: 'API-Referenz (englisch)',
      signOut: 'Abmelden',
    },
    invalidAddress: 'Bitte geben Sie eine E-Mail-Adresse an, etwa ana@example.com.',
  },
}
