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
    },
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
