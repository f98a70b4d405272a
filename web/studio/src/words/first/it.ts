import { numberFor, pluralFor } from '../plural.ts'
import type { FirstWords } from '../words.tsx'

const plural = pluralFor('it')
const number = numberFor('it')

export const it: FirstWords = {
  shell: {
    skip: 'Vai al contenuto',
    menu: 'Menu',
    closeMenu: 'Chiudi il menu',
    navigation: 'Studio',
    organization: 'Organizzazione',
    switchOrganization: 'Cambia organizzazione',
    newOrganization: 'Nuova organizzazione',
    account: 'Account',
    signedInAs: (email) => `Accesso come ${email}`,
    accountSettings: 'Impostazioni dell’account',
    reference: 'Riferimento API (in inglese)',
    signOut: 'Esci',
    privateHost: {
      text: (host) =>
        `I codici portano a ${host}, che i telefoni di altre reti non possono raggiungere. Non li stampi ancora: un codice stampato non si può più cambiare.`,
      operator: {
        address: 'Il gestore di questo servizio gli assegna un indirizzo pubblico:',
        tryIt: 'Per provare con un telefono sullo stesso Wi-Fi, avvii il servizio così:',
      },
    },
    how: 'Come?',
    dismiss: 'Nascondi questo avviso',
    loading: 'Caricamento',
    home: 'Inizio',
    codes: 'Codici',
    insight: 'Statistiche',
    conversations: 'Conversazioni',
    /** Beside “Conversations”. */
    waiting: (count) =>
      plural(count, { one: '# visitatore aspetta', other: '# visitatori aspettano' }),
    questions: 'Domande',
    knowledge: 'Conoscenze',
    openQuestions: (count) => plural(count, { one: '# aperta', other: '# aperte' }),
    brand: 'Marchio',
    developers: 'Sviluppatori',
    webhooks: 'Webhook',
    members: 'Membri',
    keys: 'Chiavi',
    plan: 'Piano',
    notifications: 'Notifiche',
    settings: 'Impostazioni',
  },

  errors: {
    title: 'Non ha funzionato',
    noAnswer: 'Il servizio non ha risposto. Verifichi la connessione e riprovi.',
    bug: 'Si è verificato un errore nello Studio. Di solito basta ricaricare la pagina.',
    brokenTitle: 'Questa pagina ha smesso di funzionare',
    broken:
      'Un errore dello Studio ha fermato questa pagina. Ciò che ha salvato è al sicuro. Riprovi o torni alla pagina iniziale.',
    notLoaded:
      'Non è stato possibile caricare una parte dello Studio. Verifichi la connessione e riprovi.',
    details: (message) => `Per l’assistenza: ${message}`,
    unavailable:
      'Il servizio al momento non è disponibile. Nulla è andato perso. Riprovi tra poco.',
    notAllowed:
      'Il suo ruolo in questa organizzazione non lo consente. Si rivolga a un proprietario o a un amministratore.',
    tooMany: 'Troppe richieste in poco tempo. Attenda un momento e riprovi.',
    retry: 'Riprova',
    home: 'Vai alla pagina iniziale',
    requestId: (id) => `Per l’assistenza: ${id}`,
    notFoundTitle: 'Pagina non trovata',
    notFound: 'L’indirizzo è sbagliato, la pagina è stata eliminata oppure non ha accesso.',
    noAccessTitle: 'Nessun accesso',
    checkFields: 'Controlli i campi segnalati.',
    fields: {
      required: 'Compili questo campo.',
      too_short: 'Compili questo campo.',
      too_long: 'È troppo lungo.',
      wrong_type: 'Verifichi questo valore.',
      invalid: 'Verifichi questo valore.',
      invalid_format: 'Il formato non è corretto.',
      invalid_url: 'Questo indirizzo non può essere letto. Lo verifichi o ne usi un altro.',
      unknown: 'Non esiste, o non esiste più.',
      unknown_value: 'Scelga uno dei valori proposti.',
      not_allowed: 'Qui non è possibile.',
      too_small: 'È troppo piccolo.',
      too_large: 'È troppo grande.',
      too_few: 'Sono troppo pochi.',
      too_many: 'Sono troppi.',
      duplicate: 'Lo stesso valore compare due volte.',
      has_credentials: 'Tolga dall’indirizzo il nome utente e la password.',
      reserved: 'Questa parola è riservata. Ne scelga un’altra.',
      low_contrast:
        'Le fotocamere non riescono a leggerlo: il contrasto deve essere almeno 4 a 1. Scelga un colore più scuro.',
      private_target:
        'Questo indirizzo è in una rete privata, che il servizio non deve chiamare. Usi un indirizzo pubblico.',
    },
    codes: {
      cookies_off:
        'Il suo browser rifiuta i cookie, e per accedere ne serve uno. Consenta i cookie per questo sito e riprovi.',
      slug_taken: 'Questo indirizzo è già occupato. Ne scelga un altro.',
      already_member: 'Questa persona è già membro.',
      last_owner:
        'Un’organizzazione ha bisogno di almeno un proprietario. Nomini prima qualcun altro.',
      default_organization: 'È l’organizzazione predefinita di un account. Non si può eliminare.',
      subscription_running:
        'Questa organizzazione ha ancora un piano a pagamento. Prima lo disdica.',
      too_many_mails:
        'Nell’ultima ora sono stati inviati troppi inviti a questo indirizzo. Riprovi più tardi.',
      not_taken: 'Non ha più questa conversazione. La prenda in carico per scrivere.',
      conversation_ended: 'Questa conversazione è terminata.',
      code_archived: 'Questo codice è archiviato. Lo riattivi per rispondere ai suoi visitatori.',
    },
    limits: {
      codes: (maximum) =>
        plural(maximum, {
          one: 'Il suo piano include # codice attivo, e lo sta già usando.',
          other: 'Il suo piano include # codici attivi, e li sta già usando tutti.',
        }),
      members: (maximum) =>
        plural(maximum, {
          one: 'Il suo piano include # membro, compresi gli inviti in sospeso.',
          other: 'Il suo piano include # membri, compresi gli inviti in sospeso.',
        }),
      organizations: (maximum) =>
        plural(maximum, {
          one: 'Il suo piano include # organizzazione.',
          other: 'Il suo piano include # organizzazioni.',
        }),
    },
    limitReached: 'Ha raggiunto un limite del suo piano.',
    largerPlan: (plan) => `Il piano ${plan} include di più.`,
    noLargerPlan: 'Nessun piano include di più.',
  },

  ui: {
    on: 'Attivo',
    off: 'Disattivato',
    cancel: 'Annulla',
    close: 'Chiudi',
    save: 'Salva',
    saved: 'Salvato.',
    delete: 'Elimina',
    undo: 'Annulla',
    dismiss: 'Nascondi',
    copy: 'Copia',
    copied: 'Copiato',
    optional: 'facoltativo',
    typeToConfirm: (name) => `Scriva ${name} per confermare`,
    leaveTitle: 'Uscire senza salvare?',
    leaveText: 'Le modifiche di questa pagina non sono ancora salvate.',
    leave: 'Esci',
    stay: 'Resta',
    secretOnce: 'Lo copi adesso. Non verrà più mostrato.',
    secretStored: 'L’ho conservato',
    previous: 'Precedente',
    next: 'Successivo',
    pages: 'Pagine',
    range: (from, to, total) => `${from}–${to} di ${total}`,
    rows: (count) => plural(count, { one: '# voce', other: '# voci' }),
    selectAll: 'Seleziona tutto',
    selectRow: (name) => `Seleziona ${name}`,
    selected: (count) => plural(count, { one: '# selezionato', other: '# selezionati' }),
    loadingMore: 'Caricamento di altri elementi',
    actions: 'Azioni',
    showTable: 'Mostra come tabella',
    showChart: 'Mostra come grafico',
    noData: 'Nessun dato per questo periodo',
    graces: {
      now: 'Ora',
      hour: 'Tra un’ora',
      day: 'Tra un giorno',
      week: 'Tra una settimana',
    },
    never: 'mai',
    export: 'Esporta',
    exportTable: 'CSV (foglio di calcolo)',
    exportLines: 'JSON Lines (programmi)',
  },

  roles: {
    owner: 'Proprietario',
    admin: 'Amministratore',
    editor: 'Redattore',
    viewer: 'Lettore',
  },

  codeList: {
    search: 'Cerca per nome',
    status: 'Stato',
    statuses: { active: 'Attivo', archived: 'Archiviato' },
    sort: 'Ordina per',
    sorts: {
      newest: 'Più recenti',
      oldest: 'Meno recenti',
      changed: 'Ultima modifica',
      name: 'Nome',
      scans: 'Più scansionati',
    },
    columns: { name: 'Nome', address: 'Indirizzo', scans: 'Scansioni', created: 'Creato' },
    scans: (count) => plural(count, { one: '# scansione', other: '# scansioni' }),
    more: 'Altro',
    open: 'Apri',
    archive: 'Archivia',
    unarchive: 'Riattiva',
    copyAddress: 'Copia l’indirizzo',
    addressCopied: 'Indirizzo copiato.',
    downloadAs: (format) => `Scarica in ${format}`,
    actionsOf: (name) => `Azioni per ${name}`,
    printSheet: 'Foglio di stampa',
    printSheetOf: (count) =>
      plural(count, { one: 'Foglio con # codice', other: 'Foglio con tutti i # codici' }),
    selection: 'Selezione',
    selectAll: (total) =>
      plural(total, { one: 'Seleziona # codice', other: 'Seleziona tutti i #' }),
    clearSelection: 'Annulla la selezione',
    progress: (done, total) => `${number(done)} di ${number(total)}`,
    archived: (count) =>
      plural(count, { one: '# codice archiviato.', other: '# codici archiviati.' }),
    unarchived: (count) =>
      plural(count, {
        one: '# codice è di nuovo attivo.',
        other: '# codici sono di nuovo attivi.',
      }),
    deleteTitle: (name) => `Eliminare ${name}?`,
    deleteText:
      'Vengono eliminate anche le sue scansioni e conversazioni, e i codici stampati smettono per sempre di funzionare. Se può servirle ancora, lo archivi.',
    deleted: (name) => `${name} eliminato.`,
    noCode: 'Ancora nessun codice',
    noCodeText: 'Crei in tre passi un codice da stampare con cui si può parlare.',
    noCodeForReader: 'I codici appariranno qui appena un redattore ne crea uno.',
    firstCode: 'Crea il primo codice',
    nothingFound: 'Nessun risultato',
    nothingFoundText: {
      active: (q) => `Nessun codice attivo ha «${q}» nel nome.`,
      archived: (q) => `Nessun codice archiviato ha «${q}» nel nome.`,
    },
    clearSearch: 'Cancella la ricerca',
    noActive: 'Nessun codice attivo',
    noActiveText:
      'Tutti i codici sono archiviati. Le loro pagine restano chiuse finché non li riattiva.',
    showArchived: 'Mostra i codici archiviati',
    noArchived: 'Nessun codice archiviato',
    noArchivedText:
      'Archiviare un codice chiude la sua pagina e conserva le sue scansioni e conversazioni.',
  },

  codes: {
    title: 'Codici',
    newTitle: 'Nuovo codice',
    importTitle: 'Importa codici',
    tabs: { talk: 'Dialogo', print: 'Stampa', insight: 'Statistiche' },
    count: (count) => plural(count, { one: '# codice', other: '# codici' }),
  },

  tags: {
    label: 'Etichette',
    hint: 'Per trovare e modificare codici insieme. Fino a 20. I visitatori non le vedono mai.',
    any: 'Qualsiasi etichetta',
    choose: 'Scegli un’etichetta',
    chosen: 'Etichette scelte',
    placeholder: 'Aggiungi un’etichetta',
    full: '20 etichette, il massimo',
    remove: (tag) => `Togli l’etichetta ${tag}`,
    withCount: (tag, count) => `${tag} (${number(count)})`,
    nothingFound: 'Nessun codice ha queste etichette.',
  },

  bulk: {
    open: 'Modifica',
    title: (count) => plural(count, { one: 'Modifica # codice', other: 'Modifica # codici' }),
    text: 'I campi vuoti non cambiano nulla.',
    addTags: 'Aggiungi etichette',
    removeTags: 'Togli etichette',
    keep: 'Non modificare',
    defaultStyle: 'Stile predefinito',
    newStyle: 'Nuovo stile',
    apply: 'Applica',
    changed: (count) =>
      plural(count, { one: '# codice modificato.', other: '# codici modificati.' }),
    applyBrand: 'Usa il marchio',
    applyBrandTitle: (count) =>
      plural(count, {
        one: 'Usare il marchio per un codice?',
        other: 'Usare il marchio per # codici?',
      }),
    applyBrandText:
      'Toglie lo stile e il logo di questi codici, così hanno il colore e il logo del marchio. L’operazione è irreversibile. Le copie stampate continuano a funzionare.',
    brandApplied: (count) =>
      plural(count, {
        one: 'Un codice ora usa il marchio.',
        other: '# codici ora usano il marchio.',
      }),
  },
}
