import { pluralFor } from './plural.ts'

const plural = pluralFor('en')

/** English, and the shape of every other language. One section for each slice. */
export const en = {
  shell: {
    skip: 'Skip to content',
    menu: 'Menu',
    closeMenu: 'Close menu',
    navigation: 'Studio',
    organization: 'Organization',
    switchOrganization: 'Switch organization',
    newOrganization: 'New organization',
    account: 'Account',
    signedInAs: (email: string) => `Signed in as ${email}`,
    accountSettings: 'Account settings',
    reference: 'API reference',
    signOut: 'Sign out',
    privateHost: (host: string) =>
      `Codes lead to ${host}, which phones elsewhere cannot reach. Do not print yet: a printed code cannot be changed.`,
    privateHostHelp: 'Set QPR_SCAN_HOST to a public address first.',
    loading: 'Loading',
    codes: 'Codes',
    insight: 'Insight',
    conversations: 'Conversations',
    webhooks: 'Webhooks',
    members: 'Members',
    keys: 'Keys',
    plan: 'Plan',
    settings: 'Settings',
  },

  errors: {
    title: 'That did not work',
    noAnswer: 'The service did not answer. Check your connection, then try again.',
    bug: 'Something in the Studio broke. Loading the page again usually helps.',
    unavailable: 'The service cannot be reached at the moment. Nothing was lost. Try again soon.',
    notAllowed: 'Your role in this organization does not allow this. Ask an owner or an admin.',
    tooMany: 'Too many requests in a short time. Wait a moment, then try again.',
    retry: 'Try again',
    reload: 'Load the page again',
    home: 'Go to the start',
    requestId: (id: string) => `For support: ${id}`,
    notFoundTitle: 'There is nothing here',
    notFound: 'The address is wrong, what was here is gone, or you have no access to it.',
    noAccessTitle: 'Not for your role',
    checkFields: 'Please check the marked fields.',
    fields: {
      required: 'Please fill this in.',
      too_short: 'Please fill this in.',
      too_long: 'This is too long.',
      reserved: 'The Studio uses this word itself. Please choose another.',
    },
    /** By the code of a problem, where its own sentence is not enough. */
    codes: {
      slug_taken: 'This address is taken. Please choose another.',
      already_member: 'This person is a member already.',
      last_owner: 'An organization keeps at least one owner. Make someone else an owner first.',
      default_organization:
        'This is the organization that an account started with. It stays for as long as the account does.',
      subscription_running: 'The plan of this organization is still being paid for. End it first.',
      too_many_mails: 'This address was sent many invitations within an hour. Try again later.',
    },
    limits: {
      codes: (maximum: number) =>
        plural(maximum, {
          one: 'Your plan includes # active code, and it is in use.',
          other: 'Your plan includes # active codes, and all are in use.',
        }),
      members: (maximum: number) =>
        plural(maximum, {
          one: 'Your plan includes # member, open invitations counted.',
          other: 'Your plan includes # members, open invitations counted.',
        }),
      organizations: (maximum: number) =>
        plural(maximum, {
          one: 'Your plan includes # organization.',
          other: 'Your plan includes # organizations.',
        }),
    },
    limitReached: 'Your plan does not include more of this.',
    largerPlan: (plan: string) => `The plan ${plan} has room for more.`,
    noLargerPlan: 'No plan has room for more.',
  },

  ui: {
    cancel: 'Cancel',
    close: 'Close',
    save: 'Save',
    saved: 'Saved.',
    saving: 'Saving…',
    delete: 'Delete',
    undo: 'Undo',
    dismiss: 'Dismiss',
    copy: 'Copy',
    copied: 'Copied',
    optional: 'optional',
    typeToConfirm: (name: string) => `Type ${name} to confirm`,
    leaveTitle: 'Leave without saving?',
    leaveText: 'What you changed on this page is not saved yet.',
    leave: 'Leave',
    stay: 'Stay',
    secretOnce: 'Copy it now. It is not shown again.',
    secretStored: 'I have stored it',
    previous: 'Previous',
    next: 'Next',
    pages: 'Pages',
    range: (from: string, to: string, total: string) => `${from} to ${to} of ${total}`,
    rows: (count: number) => plural(count, { one: '# entry', other: '# entries' }),
    selectAll: 'Select all',
    selectRow: (name: string) => `Select ${name}`,
    selected: (count: number) => plural(count, { one: '# selected', other: '# selected' }),
    loadingMore: 'Loading more',
    actions: 'Actions',
    showTable: 'Show as table',
    showChart: 'Show as chart',
    noData: 'No data for this period',
    never: 'never',
  },

  roles: {
    owner: 'Owner',
    admin: 'Admin',
    editor: 'Editor',
    viewer: 'Viewer',
  },

  codeList: {
    search: 'Search by name',
    status: 'Status',
    statuses: { active: 'Active', archived: 'Archived' },
    sort: 'Sort by',
    sorts: { newest: 'Newest first', oldest: 'Oldest first', name: 'Name' },
    columns: { name: 'Name', address: 'Address', scans: 'Scans', created: 'Created' },
    scans: (count: number) => plural(count, { one: '# scan', other: '# scans' }),
    more: 'More',
    open: 'Open',
    archive: 'Archive',
    unarchive: 'Bring back',
    copyAddress: 'Copy address',
    addressCopied: 'The address is copied.',
    downloadAs: (format: string) => `Download ${format}`,
    actionsOf: (name: string) => `Actions for ${name}`,
    printSheet: 'Print sheet',
    printSheetOf: (count: number) =>
      plural(count, { one: 'Print sheet of # code', other: 'Print sheet of all # codes' }),
    selection: 'Selection',
    selectAll: (total: number) => plural(total, { one: 'Select # code', other: 'Select all #' }),
    clearSelection: 'Clear the selection',
    progress: (done: number, total: number) => `${done} of ${total}`,
    archived: (count: number) =>
      plural(count, { one: '# code is archived.', other: '# codes are archived.' }),
    unarchived: (count: number) =>
      plural(count, { one: '# code is active again.', other: '# codes are active again.' }),
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText:
      'Its scans and conversations go with it, and whatever was printed stops working for good. Archive it instead to be able to bring it back.',
    deleted: (name: string) => `${name} is deleted.`,
    noCode: 'No code yet',
    noCodeText: 'Three steps lead to a code that can be printed and talked to.',
    noCodeForReader: 'Once an editor makes one, you see it here.',
    firstCode: 'Make the first code',
    nothingFound: 'Nothing found',
    nothingFoundText: {
      active: (q: string) => `No active code has “${q}” in its name.`,
      archived: (q: string) => `No archived code has “${q}” in its name.`,
    },
    clearSearch: 'Clear the search',
    noActive: 'No active code',
    noActiveText: 'All codes are archived. Their pages are closed until you bring them back.',
    showArchived: 'Show archived codes',
    noArchived: 'No archived code',
    noArchivedText: 'Archiving a code closes its page and keeps its scans and conversations.',
  },

  codeImport: {
    text: 'Many codes at once, from a table such as Excel or Numbers saves it.',
    drop: 'Drop a CSV file here',
    dropText: (most: number) =>
      `The first line names the columns. Each further line becomes a code, up to ${most} of them.`,
    choose: 'Choose a file',
    template: 'Template to fill in',
    problems: {
      tooLarge: 'The file is larger than 50 MB. Please split it.',
      workbook: 'This is an Excel workbook. Save it as “CSV UTF-8” first, then choose that file.',
      empty: 'The file needs a line with the names of the columns and at least one more.',
      tooMany: 'The file has more than 10,000 rows. Please split it.',
    },
    columnsTitle: 'What is in which column?',
    columnsText: (file: string) => `The first rows of ${file}.`,
    unnamed: 'Without a name',
    meaningOf: (column: string) => `What the column ${column} is`,
    fields: {
      name: 'Name',
      prompt: 'Prompt',
      welcome_message: 'Welcome message',
      template: 'Template',
      suggestion: 'Suggested question',
      contact_label: 'Contact button',
      contact_url: 'Contact address',
      metadata: 'Note of your own',
      ignore: 'Leave out',
    },
    moreRows: (count: number) => plural(count, { one: 'and # more row', other: 'and # more rows' }),
    promptForAll: 'Prompt for rows that have none',
    promptForAllHint: 'What the assistant should know and how it should speak.',
    twice: (field: string) => `Two columns are “${field}”. Please leave one of them out.`,
    badRows: (count: number) =>
      plural(count, {
        one: '# row cannot become a code and is left out:',
        other: '# rows cannot become codes and are left out:',
      }),
    line: (line: number) => `Line ${line}`,
    andMore: (count: number) => `and ${count} more`,
    rowProblems: {
      missing: (field: string, _most: number) => `${field} is missing.`,
      too_long: (field: string, most: number) => `${field} is longer than ${most} characters.`,
      too_many: (field: string, most: number) => `${field}: at most ${most}.`,
      unknown: (_field: string, _most: number) =>
        'The template is not one of business, rewards, events, personal, hospitality, healthcare, retail.',
      contact_half: (field: string, _most: number) =>
        `${field} is missing: a button needs a text and an address.`,
      contact_url: (_field: string, _most: number) =>
        'The contact address has to begin with https://, mailto: or tel:.',
    },
    create: (codes: string) => `Create ${codes}`,
    another: 'Choose another file',
    running: 'Codes are being created',
    progress: 'Rows done',
    doneOf: (done: number, total: number) => `${done} of ${total} rows`,
    created: (codes: string, rows: number) =>
      plural(rows, {
        one: `${codes} created from # row`,
        other: `${codes} created from # rows`,
      }),
    stop: 'Stop',
    stopped: 'You stopped the import.',
    restUntouched: 'What was created stays; the other rows were not sent.',
    resume: 'Continue with the rest',
    report: 'Download the report',
    toCodes: 'To the codes',
    reportTitle: 'Report',
    show: 'Show',
    filters: { all: 'All rows', created: 'Created', refused: 'Refused', unsent: 'Not sent' },
    states: { created: 'Created', refused: 'Refused', unsent: 'Not sent', waiting: 'Waiting' },
    columns: { line: 'Line', name: 'Name', result: 'Result', address: 'Address' },
    noRows: 'No such row.',
    leaveTitle: 'Leave while codes are being created?',
    leaveText: 'The current step is still finished. You would not see the report.',
  },

  printSheet: {
    title: 'Print sheet',
    text: 'One PDF with all codes and the name of each below it.',
    size: 'On each page',
    sizes: { large: 'Large', medium: 'Medium', small: 'Small' },
    labels: 'Labels',
    own: 'Columns and rows of your own',
    columns: 'Columns',
    rows: 'Rows',
    paper: 'Paper',
    copies: 'Copies of each',
    cutMarks: 'Marks where to cut',
    between: (least: number, most: number) => `From ${least} to ${most}.`,
    preview: (places: number) =>
      plural(places, { one: 'A page with # code', other: 'A page with # codes' }),
    pages: (count: number) => plural(count, { one: '# page', other: '# pages' }),
    side: (millimetres: string) => `Each code ${millimetres} mm wide`,
    small: 'Codes below 20 mm are hard to scan. Choose a larger size if there is room.',
    part: 'Which codes',
    partHint: (most: number) => `A file holds up to ${most} codes.`,
    range: (from: number, to: number) => `${from} to ${to}`,
    download: 'Download PDF',
  },

  codes: {
    title: 'Codes',
    newTitle: 'New code',
    importTitle: 'Import codes',
    tabs: { talk: 'Talk', print: 'Print', insight: 'Insight' },
    count: (count: number) => plural(count, { one: '# code', other: '# codes' }),
  },

  firstRun: {
    title: 'Your first code',
  },

  insight: {
    title: 'Insight',
  },

  conversations: {
    title: 'Conversations',
    oneTitle: 'Conversation',
  },

  webhooks: {
    title: 'Webhooks',
    newTitle: 'New webhook',
    oneTitle: 'Webhook',
    deliveryTitle: 'Delivery',
  },

  members: {
    title: 'Members',
  },

  keys: {
    title: 'Keys',
  },

  plan: {
    title: 'Plan',
  },

  settings: {
    title: 'Settings',
    newOrganizationTitle: 'New organization',
  },

  account: {
    title: 'Account',
    language: 'Language',
    languageOfBrowser: 'As the browser',
    theme: 'Appearance',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  },
}
