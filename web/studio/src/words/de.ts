import { pluralFor } from './plural.ts'
import type { Words } from './words.tsx'

const plural = pluralFor('de')

export const de: Words = {
  shell: {
    skip: 'Zum Inhalt springen',
    menu: 'Menü',
    closeMenu: 'Menü schließen',
    navigation: 'Studio',
    organization: 'Organisation',
    switchOrganization: 'Organisation wechseln',
    newOrganization: 'Neue Organisation',
    account: 'Konto',
    signedInAs: (email) => `Angemeldet als ${email}`,
    accountSettings: 'Kontoeinstellungen',
    reference: 'API-Referenz (englisch)',
    signOut: 'Abmelden',
    privateHost: (host) =>
      `Codes führen zu ${host}. Telefone anderswo erreichen diese Adresse nicht. Drucken Sie noch nicht: Ein gedruckter Code lässt sich nicht ändern.`,
    privateHostHelp: 'Setzen Sie zuerst QPR_SCAN_HOST auf eine öffentliche Adresse.',
    loading: 'Wird geladen',
    codes: 'Codes',
    insight: 'Einblick',
    conversations: 'Gespräche',
    webhooks: 'Webhooks',
    members: 'Mitglieder',
    keys: 'Schlüssel',
    plan: 'Tarif',
    settings: 'Einstellungen',
  },

  errors: {
    title: 'Das hat nicht geklappt',
    noAnswer:
      'Der Dienst hat nicht geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    bug: 'Im Studio ist etwas schiefgegangen. Meist hilft es, die Seite neu zu laden.',
    unavailable:
      'Der Dienst ist zurzeit nicht erreichbar. Es ist nichts verloren. Versuchen Sie es bald noch einmal.',
    notAllowed:
      'Ihre Rolle in dieser Organisation erlaubt das nicht. Fragen Sie jemanden, der sie verwaltet.',
    tooMany: 'Zu viele Anfragen in kurzer Zeit. Warten Sie einen Moment.',
    retry: 'Noch einmal versuchen',
    reload: 'Seite neu laden',
    home: 'Zum Anfang',
    requestId: (id) => `Für den Support: ${id}`,
    notFoundTitle: 'Hier ist nichts',
    notFound: 'Die Adresse stimmt nicht, der Inhalt ist fort, oder Sie haben keinen Zugang dazu.',
    noAccessTitle: 'Nicht für Ihre Rolle',
    checkFields: 'Bitte prüfen Sie die markierten Felder.',
    fields: {
      required: 'Bitte füllen Sie dieses Feld aus.',
      too_short: 'Bitte füllen Sie dieses Feld aus.',
      too_long: 'Das ist zu lang.',
      reserved: 'Dieses Wort verwendet das Studio selbst. Bitte wählen Sie ein anderes.',
    },
    codes: {
      slug_taken: 'Diese Adresse ist vergeben. Bitte wählen Sie eine andere.',
      already_member: 'Diese Person ist bereits Mitglied.',
      last_owner:
        'Eine Organisation behält mindestens einen Inhaber. Machen Sie zuerst jemand anderen dazu.',
      default_organization:
        'Mit dieser Organisation hat ein Konto begonnen. Sie bleibt, solange es das Konto gibt.',
      subscription_running:
        'Der Tarif dieser Organisation wird noch bezahlt. Beenden Sie ihn zuerst.',
      too_many_mails:
        'An diese Adresse gingen innerhalb einer Stunde viele Einladungen. Versuchen Sie es später noch einmal.',
    },
    limits: {
      codes: (maximum) =>
        plural(maximum, {
          one: 'Ihr Tarif umfasst # aktiven Code, und der ist in Gebrauch.',
          other: 'Ihr Tarif umfasst # aktive Codes, und alle sind in Gebrauch.',
        }),
      members: (maximum) =>
        plural(maximum, {
          one: 'Ihr Tarif umfasst # Mitglied, offene Einladungen mitgezählt.',
          other: 'Ihr Tarif umfasst # Mitglieder, offene Einladungen mitgezählt.',
        }),
      organizations: (maximum) =>
        plural(maximum, {
          one: 'Ihr Tarif umfasst # Organisation.',
          other: 'Ihr Tarif umfasst # Organisationen.',
        }),
    },
    limitReached: 'Mehr davon umfasst Ihr Tarif nicht.',
    largerPlan: (plan) => `Der Tarif ${plan} hat Platz für mehr.`,
    noLargerPlan: 'Kein Tarif hat Platz für mehr.',
  },

  ui: {
    cancel: 'Abbrechen',
    close: 'Schließen',
    save: 'Speichern',
    saved: 'Gespeichert.',
    saving: 'Wird gespeichert…',
    delete: 'Löschen',
    undo: 'Rückgängig',
    dismiss: 'Ausblenden',
    copy: 'Kopieren',
    copied: 'Kopiert',
    optional: 'freiwillig',
    typeToConfirm: (name) => `Zur Bestätigung ${name} eingeben`,
    leaveTitle: 'Ohne Speichern verlassen?',
    leaveText: 'Ihre Änderungen auf dieser Seite sind noch nicht gespeichert.',
    leave: 'Verlassen',
    stay: 'Bleiben',
    secretOnce: 'Kopieren Sie es jetzt. Es wird nicht noch einmal angezeigt.',
    secretStored: 'Ich habe es gesichert',
    previous: 'Zurück',
    next: 'Weiter',
    pages: 'Seiten',
    range: (from, to, total) => `${from} bis ${to} von ${total}`,
    rows: (count) => plural(count, { one: '# Eintrag', other: '# Einträge' }),
    selectAll: 'Alle auswählen',
    selectRow: (name) => `${name} auswählen`,
    selected: (count) => plural(count, { one: '# ausgewählt', other: '# ausgewählt' }),
    loadingMore: 'Weitere werden geladen',
    actions: 'Aktionen',
    showTable: 'Als Tabelle zeigen',
    showChart: 'Als Diagramm zeigen',
    noData: 'Keine Daten für diesen Zeitraum',
    never: 'nie',
  },

  roles: {
    owner: 'Inhaber',
    admin: 'Verwalter',
    editor: 'Redakteur',
    viewer: 'Leser',
  },

  codeList: {
    search: 'Nach Namen suchen',
    status: 'Status',
    statuses: { active: 'Aktiv', archived: 'Archiviert' },
    sort: 'Sortieren',
    sorts: { newest: 'Neueste zuerst', oldest: 'Älteste zuerst', name: 'Name' },
    columns: { name: 'Name', address: 'Adresse', scans: 'Scans', created: 'Erstellt' },
    scans: (count) => plural(count, { one: '# Scan', other: '# Scans' }),
    more: 'Mehr',
    open: 'Öffnen',
    archive: 'Archivieren',
    unarchive: 'Zurückholen',
    copyAddress: 'Adresse kopieren',
    addressCopied: 'Die Adresse ist kopiert.',
    downloadAs: (format) => `${format} herunterladen`,
    actionsOf: (name) => `Aktionen für ${name}`,
    printSheet: 'Druckbogen',
    printSheetOf: (count) =>
      plural(count, { one: 'Druckbogen mit # Code', other: 'Druckbogen mit allen # Codes' }),
    selection: 'Auswahl',
    selectAll: (total) => plural(total, { one: '# Code auswählen', other: 'Alle # auswählen' }),
    clearSelection: 'Auswahl aufheben',
    progress: (done, total) => `${done} von ${total}`,
    archived: (count) =>
      plural(count, { one: '# Code ist archiviert.', other: '# Codes sind archiviert.' }),
    unarchived: (count) =>
      plural(count, { one: '# Code ist wieder aktiv.', other: '# Codes sind wieder aktiv.' }),
    deleteTitle: (name) => `${name} löschen?`,
    deleteText:
      'Scans und Gespräche gehen mit verloren, und alles Gedruckte funktioniert nie wieder. Archivieren Sie den Code, um ihn zurückholen zu können.',
    deleted: (name) => `${name} ist gelöscht.`,
    noCode: 'Noch kein Code',
    noCodeText:
      'Drei Schritte führen zu einem Code, den man drucken und mit dem man sprechen kann.',
    noCodeForReader: 'Sobald jemand aus der Redaktion einen anlegt, sehen Sie ihn hier.',
    firstCode: 'Den ersten Code anlegen',
    nothingFound: 'Nichts gefunden',
    nothingFoundText: {
      active: (q) => `Kein aktiver Code hat „${q}“ im Namen.`,
      archived: (q) => `Kein archivierter Code hat „${q}“ im Namen.`,
    },
    clearSearch: 'Suche leeren',
    noActive: 'Kein aktiver Code',
    noActiveText: 'Alle Codes sind archiviert. Ihre Seiten bleiben zu, bis Sie sie zurückholen.',
    showArchived: 'Archivierte Codes zeigen',
    noArchived: 'Kein archivierter Code',
    noArchivedText: 'Ein archivierter Code schließt seine Seite und behält Scans und Gespräche.',
  },

  codeImport: {
    text: 'Viele Codes auf einmal, aus einer Tabelle, wie Excel oder Numbers sie speichert.',
    drop: 'CSV-Datei hierher ziehen',
    dropText: (most) =>
      `Die erste Zeile benennt die Spalten. Jede weitere wird ein Code, bis zu ${most}.`,
    choose: 'Datei auswählen',
    template: 'Vorlage zum Ausfüllen',
    problems: {
      tooLarge: 'Die Datei ist größer als 50 MB. Bitte teilen Sie sie.',
      workbook:
        'Das ist eine Excel-Arbeitsmappe. Speichern Sie sie als „CSV UTF-8“ und wählen Sie diese Datei.',
      empty: 'Die Datei braucht eine Zeile mit den Namen der Spalten und mindestens eine weitere.',
      tooMany: 'Die Datei hat mehr als 10.000 Zeilen. Bitte teilen Sie sie.',
    },
    columnsTitle: 'Was steht in welcher Spalte?',
    columnsText: (file) => `Die ersten Zeilen von ${file}.`,
    unnamed: 'Ohne Namen',
    meaningOf: (column) => `Was die Spalte ${column} ist`,
    fields: {
      name: 'Name',
      prompt: 'Prompt',
      welcome_message: 'Begrüßung',
      template: 'Vorlage',
      suggestion: 'Vorgeschlagene Frage',
      contact_label: 'Kontaktknopf',
      contact_url: 'Kontaktadresse',
      metadata: 'Eigene Notiz',
      ignore: 'Weglassen',
    },
    moreRows: (count) =>
      plural(count, { one: 'und # weitere Zeile', other: 'und # weitere Zeilen' }),
    promptForAll: 'Prompt für Zeilen ohne eigenen',
    promptForAllHint: 'Was der Assistent wissen und wie er sprechen soll.',
    twice: (field) => `Zwei Spalten sind „${field}“. Bitte lassen Sie eine davon weg.`,
    badRows: (count) =>
      plural(count, {
        one: '# Zeile kann kein Code werden und bleibt weg:',
        other: '# Zeilen können keine Codes werden und bleiben weg:',
      }),
    line: (line) => `Zeile ${line}`,
    andMore: (count) => `und ${count} weitere`,
    rowProblems: {
      missing: (field) => `${field} fehlt.`,
      too_long: (field, most) => `${field} ist länger als ${most} Zeichen.`,
      too_many: (field, most) => `${field}: höchstens ${most}.`,
      unknown: () =>
        'Die Vorlage ist keine von business, rewards, events, personal, hospitality, healthcare, retail.',
      contact_half: (field) => `${field} fehlt: Ein Knopf braucht einen Text und eine Adresse.`,
      contact_url: () => 'Die Kontaktadresse muss mit https://, mailto: oder tel: beginnen.',
    },
    create: (codes) => `${codes} anlegen`,
    another: 'Andere Datei auswählen',
    running: 'Codes werden angelegt',
    progress: 'Erledigte Zeilen',
    doneOf: (done, total) => `${done} von ${total} Zeilen`,
    created: (codes, rows) =>
      plural(rows, {
        one: `${codes} aus # Zeile angelegt`,
        other: `${codes} aus # Zeilen angelegt`,
      }),
    stop: 'Anhalten',
    stopped: 'Sie haben den Import angehalten.',
    restUntouched: 'Was angelegt ist, bleibt; die anderen Zeilen wurden nicht gesendet.',
    resume: 'Mit dem Rest weitermachen',
    report: 'Bericht herunterladen',
    toCodes: 'Zu den Codes',
    reportTitle: 'Bericht',
    show: 'Zeigen',
    filters: {
      all: 'Alle Zeilen',
      created: 'Angelegt',
      refused: 'Abgelehnt',
      unsent: 'Nicht gesendet',
    },
    states: {
      created: 'Angelegt',
      refused: 'Abgelehnt',
      unsent: 'Nicht gesendet',
      waiting: 'Wartet',
    },
    columns: { line: 'Zeile', name: 'Name', result: 'Ergebnis', address: 'Adresse' },
    noRows: 'Keine solche Zeile.',
    leaveTitle: 'Verlassen, während Codes angelegt werden?',
    leaveText: 'Der laufende Schritt wird noch beendet. Den Bericht würden Sie nicht sehen.',
  },

  printSheet: {
    title: 'Druckbogen',
    text: 'Ein PDF mit allen Codes und dem Namen eines jeden darunter.',
    size: 'Auf jeder Seite',
    sizes: { large: 'Groß', medium: 'Mittel', small: 'Klein' },
    labels: 'Etiketten',
    own: 'Eigene Spalten und Zeilen',
    columns: 'Spalten',
    rows: 'Zeilen',
    paper: 'Papier',
    copies: 'Exemplare',
    cutMarks: 'Schnittmarken',
    between: (least, most) => `Von ${least} bis ${most}.`,
    preview: (places) =>
      plural(places, { one: 'Eine Seite mit # Code', other: 'Eine Seite mit # Codes' }),
    pages: (count) => plural(count, { one: '# Seite', other: '# Seiten' }),
    side: (millimetres) => `Jeder Code ${millimetres} mm breit`,
    small:
      'Codes unter 20 mm lassen sich schwer scannen. Wählen Sie eine größere Größe, wenn Platz ist.',
    part: 'Welche Codes',
    partHint: (most) => `Eine Datei fasst bis zu ${most} Codes.`,
    range: (from, to) => `${from} bis ${to}`,
    download: 'PDF herunterladen',
  },

  codes: {
    title: 'Codes',
    newTitle: 'Neuer Code',
    importTitle: 'Codes importieren',
    tabs: { talk: 'Gespräch', print: 'Druck', insight: 'Einblick' },
    count: (count) => plural(count, { one: '# Code', other: '# Codes' }),
  },

  firstRun: {
    title: 'Ihr erster Code',
  },

  insight: {
    title: 'Einblick',
  },

  conversations: {
    title: 'Gespräche',
    oneTitle: 'Gespräch',
  },

  webhooks: {
    title: 'Webhooks',
    newTitle: 'Neuer Webhook',
    oneTitle: 'Webhook',
    deliveryTitle: 'Zustellung',
  },

  members: {
    title: 'Mitglieder',
  },

  keys: {
    title: 'Schlüssel',
  },

  plan: {
    title: 'Tarif',
  },

  settings: {
    title: 'Einstellungen',
    newOrganizationTitle: 'Neue Organisation',
  },

  account: {
    title: 'Konto',
    language: 'Sprache',
    languageOfBrowser: 'Wie der Browser',
    theme: 'Darstellung',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  },
}
