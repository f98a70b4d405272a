import { numberFor, pluralFor } from '../plural.ts'
import type { FirstWords } from '../words.tsx'

const plural = pluralFor('de')
const number = numberFor('de')

export const de: FirstWords = {
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
    privateHost: {
      text: (host) =>
        `Codes führen zu ${host}. Telefone in anderen Netzen erreichen diese Adresse nicht. Drucken Sie noch nicht: Ein gedruckter Code lässt sich nicht ändern.`,
      operator: {
        address: 'Der Betreiber dieses Dienstes gibt ihm eine öffentliche Adresse:',
        tryIt: 'Zum Ausprobieren mit einem Telefon im selben WLAN den Dienst so starten:',
      },
    },
    how: 'Wie geht das?',
    dismiss: 'Hinweis ausblenden',
    loading: 'Wird geladen',
    home: 'Start',
    codes: 'Codes',
    insight: 'Auswertung',
    conversations: 'Gespräche',
    /** Beside “Conversations”. */
    waiting: (count) => plural(count, { one: '# Besucher wartet', other: '# Besucher warten' }),
    questions: 'Fragen',
    knowledge: 'Wissen',
    /** Beside “Questions”. */
    openQuestions: (count) => plural(count, { one: '# offen', other: '# offen' }),
    brand: 'Marke',
    developers: 'Für Entwickler',
    webhooks: 'Webhooks',
    members: 'Mitglieder',
    keys: 'Schlüssel',
    plan: 'Tarif',
    notifications: 'Benachrichtigungen',
    settings: 'Einstellungen',
  },

  errors: {
    title: 'Das hat nicht geklappt',
    noAnswer:
      'Der Dienst hat nicht geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    bug: 'Im Studio ist etwas schiefgegangen. Meist hilft es, die Seite neu zu laden.',
    brokenTitle: 'Diese Seite funktioniert gerade nicht',
    broken:
      'Ein Fehler im Studio hat diese Seite angehalten. Ihre gespeicherten Änderungen sind sicher. Versuchen Sie es noch einmal oder gehen Sie zur Startseite.',
    notLoaded:
      'Ein Teil des Studios konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    details: (message) => `Für den Support: ${message}`,
    unavailable:
      'Der Dienst ist zurzeit nicht verfügbar. Es ist nichts verloren gegangen. Versuchen Sie es bald noch einmal.',
    notAllowed:
      'Ihre Rolle in dieser Organisation erlaubt das nicht. Fragen Sie einen Inhaber oder Verwalter.',
    tooMany:
      'Zu viele Anfragen in kurzer Zeit. Warten Sie einen Moment und versuchen Sie es noch einmal.',
    retry: 'Noch einmal versuchen',
    home: 'Zur Startseite',
    requestId: (id) => `Für den Support: ${id}`,
    notFoundTitle: 'Seite nicht gefunden',
    notFound: 'Die Adresse stimmt nicht, die Seite wurde gelöscht oder Sie haben keinen Zugriff.',
    noAccessTitle: 'Kein Zugriff',
    checkFields: 'Bitte prüfen Sie die markierten Felder.',
    fields: {
      required: 'Bitte füllen Sie dieses Feld aus.',
      too_short: 'Bitte füllen Sie dieses Feld aus.',
      too_long: 'Das ist zu lang.',
      wrong_type: 'Bitte prüfen Sie diesen Wert.',
      invalid: 'Bitte prüfen Sie diesen Wert.',
      invalid_format: 'Das hat nicht die richtige Form.',
      invalid_url:
        'Diese Adresse kann nicht gelesen werden. Prüfen Sie sie oder verwenden Sie eine andere.',
      unknown: 'Das gibt es nicht oder nicht mehr.',
      unknown_value: 'Bitte wählen Sie einen der angebotenen Werte.',
      not_allowed: 'Das ist hier nicht möglich.',
      too_small: 'Das ist zu klein.',
      too_large: 'Das ist zu groß.',
      too_few: 'Das sind zu wenige.',
      too_many: 'Das sind zu viele.',
      duplicate: 'Derselbe Wert steht zweimal da.',
      has_credentials: 'Entfernen Sie Benutzername und Kennwort aus der Adresse.',
      reserved: 'Dieses Wort ist reserviert. Bitte wählen Sie ein anderes.',
      low_contrast:
        'Kameras können das nicht lesen: Der Kontrast muss mindestens 4 zu 1 sein. Wählen Sie eine dunklere Farbe.',
      private_target:
        'Diese Adresse liegt in einem privaten Netz, das der Dienst nicht aufrufen darf. Verwenden Sie eine öffentliche Adresse.',
    },
    codes: {
      cookies_off:
        'Ihr Browser blockiert Cookies, die Anmeldung braucht aber eines. Erlauben Sie Cookies für diese Website und versuchen Sie es noch einmal.',
      slug_taken: 'Diese Adresse ist vergeben. Bitte wählen Sie eine andere.',
      already_member: 'Diese Person ist bereits Mitglied.',
      last_owner:
        'Eine Organisation braucht mindestens einen Inhaber. Ernennen Sie zuerst einen weiteren.',
      default_organization:
        'Das ist die Standardorganisation eines Kontos. Sie kann nicht gelöscht werden.',
      subscription_running:
        'Diese Organisation hat noch einen bezahlten Tarif. Kündigen Sie ihn zuerst.',
      too_many_mails:
        'An diese Adresse wurden in der letzten Stunde zu viele Einladungen gesendet. Versuchen Sie es später noch einmal.',
      not_taken: 'Sie führen dieses Gespräch nicht mehr. Übernehmen Sie es, um zu schreiben.',
      conversation_ended: 'Dieses Gespräch ist beendet.',
      code_archived:
        'Dieser Code ist archiviert. Stellen Sie ihn wieder her, um seinen Besuchern zu antworten.',
    },
    limits: {
      codes: (maximum) =>
        plural(maximum, {
          one: 'Ihr Tarif umfasst # aktiven Code, und Sie nutzen ihn bereits.',
          other: 'Ihr Tarif umfasst # aktive Codes, und Sie nutzen bereits alle.',
        }),
      members: (maximum) =>
        plural(maximum, {
          one: 'Ihr Tarif umfasst # Mitglied einschließlich offener Einladungen.',
          other: 'Ihr Tarif umfasst # Mitglieder einschließlich offener Einladungen.',
        }),
      organizations: (maximum) =>
        plural(maximum, {
          one: 'Ihr Tarif umfasst # Organisation.',
          other: 'Ihr Tarif umfasst # Organisationen.',
        }),
    },
    limitReached: 'Sie haben eine Grenze Ihres Tarifs erreicht.',
    largerPlan: (plan) => `Der Tarif ${plan} umfasst mehr.`,
    noLargerPlan: 'Kein Tarif umfasst mehr.',
  },

  ui: {
    on: 'An',
    off: 'Aus',
    cancel: 'Abbrechen',
    close: 'Schließen',
    save: 'Speichern',
    saved: 'Gespeichert.',
    delete: 'Löschen',
    undo: 'Rückgängig',
    dismiss: 'Ausblenden',
    copy: 'Kopieren',
    copied: 'Kopiert',
    optional: 'optional',
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
    graces: { now: 'Jetzt', hour: 'In einer Stunde', day: 'In einem Tag', week: 'In einer Woche' },
    never: 'nie',
    export: 'Exportieren',
    exportTable: 'CSV (Tabelle)',
    exportLines: 'JSON Lines (Programme)',
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
    sorts: {
      newest: 'Neueste zuerst',
      oldest: 'Älteste zuerst',
      changed: 'Zuletzt geändert',
      name: 'Name',
      scans: 'Meiste Scans',
    },
    columns: { name: 'Name', address: 'Adresse', scans: 'Scans', created: 'Erstellt' },
    scans: (count) => plural(count, { one: '# Scan', other: '# Scans' }),
    more: 'Mehr',
    open: 'Öffnen',
    archive: 'Archivieren',
    unarchive: 'Wiederherstellen',
    copyAddress: 'Adresse kopieren',
    addressCopied: 'Adresse kopiert.',
    downloadAs: (format) => `${format} herunterladen`,
    actionsOf: (name) => `Aktionen für ${name}`,
    printSheet: 'Druckbogen',
    printSheetOf: (count) =>
      plural(count, { one: 'Druckbogen mit # Code', other: 'Druckbogen mit allen # Codes' }),
    selection: 'Auswahl',
    selectAll: (total) => plural(total, { one: '# Code auswählen', other: 'Alle # auswählen' }),
    clearSelection: 'Auswahl aufheben',
    progress: (done, total) => `${number(done)} von ${number(total)}`,
    archived: (count) => plural(count, { one: '# Code archiviert.', other: '# Codes archiviert.' }),
    unarchived: (count) =>
      plural(count, { one: '# Code ist wieder aktiv.', other: '# Codes sind wieder aktiv.' }),
    deleteTitle: (name) => `${name} löschen?`,
    deleteText:
      'Scans und Gespräche werden mit gelöscht, und gedruckte Codes funktionieren dauerhaft nicht mehr. Archivieren Sie den Code, wenn Sie ihn vielleicht noch brauchen.',
    deleted: (name) => `${name} gelöscht.`,
    noCode: 'Noch keine Codes',
    noCodeText: 'In drei Schritten zu einem Code, den Sie drucken und mit dem Sie sprechen können.',
    noCodeForReader: 'Codes erscheinen hier, sobald ein Redakteur einen anlegt.',
    firstCode: 'Ersten Code anlegen',
    nothingFound: 'Nichts gefunden',
    nothingFoundText: {
      active: (q) => `Kein aktiver Code hat „${q}“ im Namen.`,
      archived: (q) => `Kein archivierter Code hat „${q}“ im Namen.`,
    },
    clearSearch: 'Suche leeren',
    noActive: 'Keine aktiven Codes',
    noActiveText:
      'Alle Codes sind archiviert. Ihre Seiten bleiben geschlossen, bis Sie sie wiederherstellen.',
    showArchived: 'Archivierte Codes zeigen',
    noArchived: 'Keine archivierten Codes',
    noArchivedText:
      'Archivieren schließt die Seite eines Codes. Scans und Gespräche bleiben erhalten.',
  },

  codes: {
    title: 'Codes',
    newTitle: 'Neuer Code',
    importTitle: 'Codes importieren',
    tabs: { talk: 'Gespräch', print: 'Druck', insight: 'Auswertung' },
    count: (count) => plural(count, { one: '# Code', other: '# Codes' }),
  },

  tags: {
    label: 'Schlagwörter',
    hint: 'Um Codes gemeinsam zu finden und zu ändern. Bis zu 20. Besucher sehen sie nie.',
    any: 'Beliebiges Schlagwort',
    choose: 'Schlagwort wählen',
    chosen: 'Gewählte Schlagwörter',
    placeholder: 'Schlagwort hinzufügen',
    full: '20 Schlagwörter, mehr gehen nicht',
    remove: (tag) => `Schlagwort ${tag} entfernen`,
    withCount: (tag, count) => `${tag} (${number(count)})`,
    nothingFound: 'Kein Code hat diese Schlagwörter.',
  },

  bulk: {
    open: 'Ändern',
    title: (count) => plural(count, { one: '# Code ändern', other: '# Codes ändern' }),
    text: 'Leere Felder ändern nichts.',
    addTags: 'Schlagwörter hinzufügen',
    removeTags: 'Schlagwörter entfernen',
    keep: 'Nicht ändern',
    defaultStyle: 'Standardstil',
    newStyle: 'Neuer Stil',
    apply: 'Anwenden',
    changed: (count) => plural(count, { one: '# Code geändert.', other: '# Codes geändert.' }),
    applyBrand: 'Marke verwenden',
    applyBrandTitle: (count: number) =>
      plural(count, {
        one: 'Marke für einen Code verwenden?',
        other: 'Marke für # Codes verwenden?',
      }),
    applyBrandText:
      'Entfernt Stil und Logo dieser Codes, sodass sie Farbe und Logo der Marke haben. Das lässt sich nicht rückgängig machen. Gedruckte Codes funktionieren weiter.',
    brandApplied: (count: number) =>
      plural(count, {
        one: 'Ein Code verwendet jetzt die Marke.',
        other: '# Codes verwenden jetzt die Marke.',
      }),
  },
}
