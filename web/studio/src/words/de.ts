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
    text: 'Mit einem API-Schlüssel darf ein Programm, was Sie hier dürfen. Geben Sie jedem Programm einen eigenen.',
    ofOrganization: 'Diese Organisation',
    ofMine: 'Alle Ihre',
    create: 'Neuer Schlüssel',
    createText:
      'Der Schlüssel handelt in Ihrem Namen. Beschränken Sie ihn auf das, was das Programm braucht.',
    name: 'Name',
    nameHint: 'Wofür der Schlüssel ist, etwa „Kasse“.',
    lastUsed: 'Zuletzt benutzt',
    made: 'Erstellt',
    revoked: 'Widerrufen',
    actionsOf: (name: string) => `Aktionen für ${name}`,
    details: 'Einzelheiten',
    rotate: 'Erneuern',
    revoke: 'Widerrufen',
    emptyTitle: 'Noch keine Schlüssel',
    emptyText: 'Alles, was das Studio kann, kann ein Programm mit einem Schlüssel.',
    owner: 'Von',
    reach: 'Reicht für',
    reachesOnly: (name: string) => `Nur ${name}`,
    reachesAll: 'Alle Ihre Organisationen',
    role: 'Rolle höchstens',
    roleHint: 'Eine Obergrenze: Sie senkt, was der Schlüssel darf, und hebt es nie.',
    roleOfOwner: 'Wie Ihre',
    expires: 'Läuft ab',
    expiresNever: 'Nie',
    lifetimes: {
      never: 'Nie',
      days30: 'In 30 Tagen',
      days90: 'In 90 Tagen',
      days365: 'In einem Jahr',
    },
    id: 'Kennung',
    yourKey: 'Ihr Schlüssel',
    tryIt: 'Ausprobieren',
    rotateTitle: (name: string) => `${name} erneuern`,
    rotateText: 'Der Schlüssel bekommt einen neuen Text. Der jetzige gilt noch eine Weile.',
    grace: 'Der jetzige Text gilt',
    graces: { now: 'Nicht mehr', hour: 'Eine Stunde', day: 'Einen Tag', week: 'Eine Woche' },
    revokeTitle: (name: string) => `${name} widerrufen?`,
    revokeText: 'Was diesen Schlüssel benutzt, hört sofort auf zu arbeiten. Es gibt kein Zurück.',
    isRevoked: (name: string) => `${name} ist widerrufen.`,
  },

  plan: {
    title: 'Tarif',
    text: 'Was diese Organisation nutzen darf und was sie nutzt.',
    current: 'Der geltende Tarif',
    names: {
      free: 'Free',
      starter: 'Starter',
      professional: 'Professional',
      enterprise: 'Enterprise',
    },
    statuses: { active: 'Aktiv', past_due: 'Zahlung fehlgeschlagen', cancelled: 'Gekündigt' },
    renewsAt: (date: string) => `Bezahlt bis ${date}, danach verlängert.`,
    endsAt: (date: string) =>
      `Gekündigt. Der Tarif gilt bis ${date}, danach ist die Organisation im Tarif Free. Es wird nichts gelöscht.`,
    pastDue:
      'Die letzte Zahlung ist fehlgeschlagen. Der Tarif bleibt sieben Tage: Prüfen Sie Ihre Karte im Kundenportal.',
    portal: 'Rechnungen und Karten',
    use: 'In Benutzung',
    monthEnds: (date: string) => `Scans und Nachrichten werden ab ${date} neu gezählt.`,
    limits: {
      organizations: 'Organisationen',
      codes: 'Aktive Codes',
      members: 'Mitglieder und Einladungen',
      scans_per_month: 'Scans in diesem Monat',
      messages_per_month: 'Nachrichten in diesem Monat',
      retention_days: 'Tage, die der Verlauf bleibt',
    },
    usedOf: (used: string, maximum: string) => `${used} von ${maximum}`,
    noLimit: 'Unbegrenzt',
    unlimited: 'unbegrenzt',
    nothingLimited: 'Nichts ist begrenzt.',
    forEver: 'Für immer',
    days: (count: number) => plural(count, { one: '# Tag', other: '# Tage' }),
    offers: 'Tarife',
    byHand: 'Eine Änderung gilt sofort.',
    paid: 'Ein Tarif wird auf einer Seite von Stripe bezahlt und gilt, sobald die Zahlung da ist.',
    yours: 'Ihr Tarif',
    price: (amount: string, interval: 'month' | 'year') =>
      interval === 'month' ? `${amount} im Monat` : `${amount} im Jahr`,
    choose: (name: string) => `${name} wählen`,
    chooseTitle: (name: string) => `${name} wählen?`,
    chooseText: (isPaid: boolean) =>
      isPaid
        ? 'Sie kommen auf eine Seite von Stripe und sehen den Preis, bevor Sie bezahlen.'
        : 'Es gilt sofort. Was über den Tarif hinaus genutzt wird, bleibt; nur Neues wird abgelehnt.',
    toPayment: 'Zur Zahlung',
    cancelTitle: 'Den Tarif kündigen?',
    cancelText: (isPaid: boolean) =>
      isPaid
        ? 'Der Tarif gilt bis zum Ende des bezahlten Zeitraums. Es wird nichts gelöscht, und gedruckte Codes öffnen sich weiterhin.'
        : 'Die Organisation ist sofort im Tarif Free. Es wird nichts gelöscht, und gedruckte Codes öffnen sich weiterhin.',
    cancelPlan: 'Tarif kündigen',
    isNow: (name: string) => `Der Tarif ist jetzt ${name}.`,
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
