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
    text:
      'No mail is sent from here yet. Ask the person who set up this service for a sign-in ' +
      'link, or open an invitation link that somebody gave you.',
    ask: 'Ask for a link',
    how: 'How? For the person who set it up',
    command: 'Run this command in the folder of QPR:',
    forOthers: 'For another user, add the address: npx qpr signin ana@example.com',
    orFile:
      'Or request a link here. The mail becomes a file in the folder “outbox” of the data ' +
      'directory (QPR_DATA_DIR, usually data/outbox), and any mail program opens it.',
    written: {
      title: 'No mail is sent',
      text: (email: string) =>
        `If ${email} can sign in here, the person who set up this service now has the link.`,
      file:
        'It is in a file in the folder “outbox” of the data directory (QPR_DATA_DIR, usually ' +
        'data/outbox).',
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
    text:
      'Von hier werden noch keine Mails verschickt. Bitten Sie die Person, die diesen Dienst ' +
      'eingerichtet hat, um einen Anmeldelink, oder öffnen Sie einen Einladungslink, den Sie ' +
      'bekommen haben.',
    ask: 'Um einen Link bitten',
    how: 'Wie? Für die Person, die ihn eingerichtet hat',
    command: 'Führen Sie diesen Befehl im Ordner von QPR aus:',
    forOthers: 'Für andere Benutzer mit Adresse: npx qpr signin ana@example.com',
    orFile:
      'Oder fordern Sie hier einen Link an. Die Mail wird zu einer Datei im Ordner „outbox“ des ' +
      'Datenverzeichnisses (QPR_DATA_DIR, meist data/outbox); jedes Mailprogramm öffnet sie.',
    written: {
      title: 'Es wird keine Mail verschickt',
      text: (email) =>
        `Wenn ${email} sich hier anmelden darf, hat die Person, die diesen Dienst eingerichtet ` +
        'hat, jetzt den Link.',
      file:
        'Er liegt in einer Datei im Ordner „outbox“ des Datenverzeichnisses (QPR_DATA_DIR, ' +
        'meist data/outbox).',
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

const fr: typeof en = {
  home: {
    title: 'QPR fonctionne',
    text:
      'Des codes QR qui parlent : rédigez des consignes, imprimez le code, et les visiteurs qui ' +
      'le scannent peuvent lui parler.',
    studio: 'Ouvrir le Studio',
    reference: 'Référence de l’API (en anglais)',
  },
  ask: {
    title: 'Se connecter',
    text: 'Nous vous envoyons un lien de connexion. Aucun mot de passe n’est nécessaire.',
    address: 'Adresse e-mail',
    send: 'Recevoir le lien',
  },
  company: { go: (name) => `Continuer avec ${name}`, or: 'Ou par e-mail :' },
  sent: {
    title: 'Consultez vos e-mails',
    text: (email) =>
      `Si ${email} peut se connecter ici, nous avons envoyé un lien. Il fonctionne une fois et ` +
      'expire après 15 minutes.',
    open: 'Aucun e-mail après quelques minutes ? Regardez dans les indésirables, ou réessayez.',
  },
  noMail: {
    text:
      'Aucun e-mail n’est encore envoyé d’ici. Demandez un lien de connexion à la personne qui a ' +
      'installé ce service, ou ouvrez un lien d’invitation que l’on vous a donné.',
    ask: 'Demander un lien',
    how: 'Comment ? Pour la personne qui l’a installé',
    command: 'Exécutez cette commande dans le dossier de QPR :',
    forOthers: 'Pour un autre utilisateur, ajoutez l’adresse : npx qpr signin ana@example.com',
    orFile:
      'Ou demandez un lien ici. L’e-mail devient un fichier dans le dossier « outbox » du ' +
      'répertoire de données (QPR_DATA_DIR, en général data/outbox) ; tout logiciel de ' +
      'messagerie l’ouvre.',
    written: {
      title: 'Aucun e-mail n’est envoyé',
      text: (email) =>
        `Si ${email} peut se connecter ici, la personne qui a installé ce service a maintenant ` +
        'le lien.',
      file:
        'Il est dans un fichier du dossier « outbox » du répertoire de données (QPR_DATA_DIR, ' +
        'en général data/outbox).',
    },
  },
  confirm: {
    title: 'Se connecter',
    text: (email) => `Vous allez vous connecter en tant que ${email}.`,
    press: 'Se connecter',
  },
  account: {
    title: 'Vous êtes connecté',
    text: (email) => `En tant que ${email}. Vous êtes membre de :`,
    studio: 'Ouvrir le Studio',
    reference: 'Référence de l’API (en anglais)',
    signOut: 'Se déconnecter',
  },
  invalidAddress: 'Indiquez une adresse e-mail, par exemple ana@example.com.',
}

const es: typeof en = {
  home: {
    title: 'QPR está en marcha',
    text:
      'Códigos QR que hablan: escriba unas instrucciones, imprima el código, y quien lo escanee ' +
      'podrá hablar con él.',
    studio: 'Abrir el Studio',
    reference: 'Referencia de la API (en inglés)',
  },
  ask: {
    title: 'Iniciar sesión',
    text: 'Le enviamos un enlace para entrar. No necesita contraseña.',
    address: 'Correo electrónico',
    send: 'Recibir el enlace',
  },
  company: { go: (name) => `Continuar con ${name}`, or: 'O por correo:' },
  sent: {
    title: 'Revise su correo',
    text: (email) =>
      `Si ${email} puede entrar aquí, hemos enviado un enlace. Sirve una vez y caduca a los 15 ` +
      'minutos.',
    open: '¿Sin correo tras unos minutos? Mire en el correo no deseado o inténtelo de nuevo.',
  },
  noMail: {
    text:
      'Desde aquí aún no se envían correos. Pida un enlace de inicio de sesión a quien instaló ' +
      'este servicio, o abra un enlace de invitación que le hayan dado.',
    ask: 'Pedir un enlace',
    how: '¿Cómo? Para quien lo instaló',
    command: 'Ejecute este comando en la carpeta de QPR:',
    forOthers: 'Para otro usuario, añada la dirección: npx qpr signin ana@example.com',
    orFile:
      'O pida aquí un enlace. El correo se convierte en un archivo en la carpeta «outbox» del ' +
      'directorio de datos (QPR_DATA_DIR, normalmente data/outbox); cualquier programa de correo ' +
      'lo abre.',
    written: {
      title: 'No se envía ningún correo',
      text: (email) =>
        `Si ${email} puede entrar aquí, quien instaló este servicio tiene ahora el enlace.`,
      file:
        'Está en un archivo de la carpeta «outbox» del directorio de datos (QPR_DATA_DIR, ' +
        'normalmente data/outbox).',
    },
  },
  confirm: {
    title: 'Iniciar sesión',
    text: (email) => `Va a iniciar sesión como ${email}.`,
    press: 'Iniciar sesión',
  },
  account: {
    title: 'Ha iniciado sesión',
    text: (email) => `Como ${email}. Es miembro de:`,
    studio: 'Abrir el Studio',
    reference: 'Referencia de la API (en inglés)',
    signOut: 'Cerrar sesión',
  },
  invalidAddress: 'Indique un correo electrónico, por ejemplo ana@example.com.',
}

const it: typeof en = {
  home: {
    title: 'QPR è in funzione',
    text:
      'Codici QR che parlano: scriva le istruzioni, stampi il codice, e i visitatori che lo ' +
      'scansionano possono parlarci.',
    studio: 'Apri lo Studio',
    reference: 'Riferimento API (in inglese)',
  },
  ask: {
    title: 'Accedi',
    text: 'Le inviamo un link di accesso. Non serve una password.',
    address: 'Indirizzo e-mail',
    send: 'Ricevi il link',
  },
  company: { go: (name) => `Continua con ${name}`, or: 'Oppure per e-mail:' },
  sent: {
    title: 'Controlli la posta',
    text: (email) =>
      `Se ${email} può accedere qui, abbiamo inviato un link. Vale una volta e scade dopo 15 ` +
      'minuti.',
    open: 'Nessuna e-mail dopo qualche minuto? Guardi nella posta indesiderata o riprovi.',
  },
  noMail: {
    text:
      'Da qui non si inviano ancora e-mail. Chieda un link di accesso a chi ha installato questo ' +
      'servizio, o apra un link d’invito che le hanno dato.',
    ask: 'Chiedi un link',
    how: 'Come? Per chi l’ha installato',
    command: 'Esegua questo comando nella cartella di QPR:',
    forOthers: 'Per un altro utente aggiunga l’indirizzo: npx qpr signin ana@example.com',
    orFile:
      'Oppure richieda qui un link. L’e-mail diventa un file nella cartella «outbox» della ' +
      'directory dei dati (QPR_DATA_DIR, di solito data/outbox); qualsiasi programma di posta ' +
      'lo apre.',
    written: {
      title: 'Nessuna e-mail viene inviata',
      text: (email) =>
        `Se ${email} può accedere qui, chi ha installato questo servizio ha ora il link.`,
      file:
        'È in un file nella cartella «outbox» della directory dei dati (QPR_DATA_DIR, di solito ' +
        'data/outbox).',
    },
  },
  confirm: {
    title: 'Accedi',
    text: (email) => `Sta per accedere come ${email}.`,
    press: 'Accedi',
  },
  account: {
    title: 'Accesso effettuato',
    text: (email) => `Come ${email}. È membro di:`,
    studio: 'Apri lo Studio',
    reference: 'Riferimento API (in inglese)',
    signOut: 'Esci',
  },
  invalidAddress: 'Inserisca un indirizzo e-mail, per esempio ana@example.com.',
}

export const pageWords: Record<OwnerLanguage, typeof en> = { en, de, fr, es, it }
