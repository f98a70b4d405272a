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
      text:
        'QR codes that talk: write a prompt, print the code, and visitors who scan it can talk ' +
        'with it.',
      studio: 'Open the Studio',
      reference: 'API reference',
    },
    ask: {
      title: 'Sign in',
      text: 'We send you a sign-in link. You need no password.',
      address: 'E-mail address',
      send: 'Send me the link',
    },
    sent: {
      title: 'Check your e-mail',
      text: (email) =>
        `If ${email} can sign in here, we have sent a link. It works once and expires after 15 ` +
        'minutes.',
      open: 'No mail after a few minutes? Check the spam folder, or try again.',
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
    invalidAddress: 'Please enter an e-mail address such as ana@example.com.',
  },
  de: {
    home: {
      title: 'QPR läuft',
      text:
        'QR-Codes, die sprechen: Prompt schreiben, Code drucken, und Besucher, die ihn scannen, ' +
        'können mit ihm sprechen.',
      studio: 'Studio öffnen',
      reference: 'API-Referenz (englisch)',
    },
    ask: {
      title: 'Anmelden',
      text: 'Wir schicken Ihnen einen Anmeldelink. Sie brauchen kein Passwort.',
      address: 'E-Mail-Adresse',
      send: 'Link schicken',
    },
    sent: {
      title: 'Prüfen Sie Ihr Postfach',
      text: (email) =>
        `Wenn ${email} sich hier anmelden darf, haben wir einen Link geschickt. Er gilt einmal ` +
        'und läuft nach 15 Minuten ab.',
      open:
        'Nach ein paar Minuten keine Mail? Sehen Sie im Spam-Ordner nach, oder versuchen Sie es ' +
        'noch einmal.',
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
    invalidAddress: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel ana@example.com.',
  },
}
