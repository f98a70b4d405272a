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
