import type { OwnerLanguage } from '#contract/languages.ts'

const en = {
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
  company: { go: (name: string) => `Continue with ${name}`, or: 'Or by mail:' },
  sent: {
    title: 'Check your e-mail',
    text: (email: string) =>
      `If ${email} can sign in here, we have sent a link. It works once and expires after 15 ` +
      'minutes.',
    open: 'No mail after a few minutes? Check the spam folder, or try again.',
  },
  /** While no SMTP server is set. */
  noMail: {
    command:
      'This installation sends no mail yet. To get a sign-in link, run this command in the ' +
      'folder of QPR:',
    forOthers: 'For another user, add the address: npx qpr signin ana@example.com',
    orFile:
      'Or request a link here. The mail becomes a file in the folder “outbox” of the data ' +
      'directory (QPR_DATA_DIR, usually data/outbox), and any mail program opens it.',
    written: {
      title: 'No mail is sent',
      text: (email: string) =>
        `If ${email} can sign in here, the link is now in a file in the folder “outbox” of ` +
        'the data directory (QPR_DATA_DIR, usually data/outbox).',
    },
  },
  confirm: {
    title: 'Sign in',
    text: (email: string) => `You are about to sign in as ${email}.`,
    press: 'Sign in',
  },
  account: {
    title: 'You are signed in',
    text: (email: string) => `As ${email}. You are a member of:`,
    studio: 'Open the Studio',
    reference: 'API reference',
    signOut: 'Sign out',
  },
  invalidAddress: 'Please enter an e-mail address such as ana@example.com.',
}

const de: typeof en = {
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
  company: { go: (name) => `Weiter mit ${name}`, or: 'Oder per Mail:' },
  sent: {
    title: 'Prüfen Sie Ihr Postfach',
    text: (email) =>
      `Wenn ${email} sich hier anmelden darf, haben wir einen Link geschickt. Er gilt einmal ` +
      'und läuft nach 15 Minuten ab.',
    open:
      'Nach ein paar Minuten keine Mail? Sehen Sie im Spam-Ordner nach, oder versuchen Sie es ' +
      'noch einmal.',
  },
  noMail: {
    command:
      'Diese Installation verschickt noch keine Mails. Für einen Anmeldelink führen Sie diesen ' +
      'Befehl im Ordner von QPR aus:',
    forOthers: 'Für andere Benutzer mit Adresse: npx qpr signin ana@example.com',
    orFile:
      'Oder fordern Sie hier einen Link an. Die Mail wird zu einer Datei im Ordner „outbox“ des ' +
      'Datenverzeichnisses (QPR_DATA_DIR, meist data/outbox); jedes Mailprogramm öffnet sie.',
    written: {
      title: 'Es wird keine Mail verschickt',
      text: (email) =>
        `Wenn ${email} sich hier anmelden darf, liegt der Link jetzt in einer Datei im Ordner ` +
        '„outbox“ des Datenverzeichnisses (QPR_DATA_DIR, meist data/outbox).',
    },
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
}

export const pageWords: Record<OwnerLanguage, typeof en> = { en, de }
