import { numberFor, pluralFor } from '../plural.ts'

const plural = pluralFor('en')
const number = numberFor('en')

/** Texts of the shell, of all components and of the list of codes: loaded before anything is shown. */
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
    privateHost: {
      text: (host: string) =>
        `Codes lead to ${host}, which phones on other networks cannot reach. Do not print them yet: a printed code cannot be changed.`,
      operator: {
        address: 'The operator of this service gives it a public address:',
        tryIt: 'To try it on a phone in the same Wi-Fi, start the service with:',
      },
    },
    how: 'How?',
    dismiss: 'Hide this notice',
    loading: 'Loading',
    home: 'Home',
    codes: 'Codes',
    insight: 'Insight',
    conversations: 'Conversations',
    /** Beside “Conversations”. */
    waiting: (count: number) => plural(count, { one: '# visitor waits', other: '# visitors wait' }),
    questions: 'Questions',
    knowledge: 'Knowledge',
    /** Beside “Questions”. */
    openQuestions: (count: number) => plural(count, { one: '# open', other: '# open' }),
    brand: 'Brand',
    developers: 'Developers',
    webhooks: 'Webhooks',
    members: 'Members',
    keys: 'Keys',
    plan: 'Plan',
    notifications: 'Notifications',
    settings: 'Settings',
  },

  errors: {
    title: 'That did not work',
    noAnswer: 'The service did not answer. Check your connection, then try again.',
    bug: 'Something went wrong in the Studio. Reloading the page usually helps.',
    brokenTitle: 'This page stopped working',
    broken:
      'An error in the Studio stopped this page. Your saved changes are safe. Try again, or go to the start page.',
    notLoaded: 'A part of the Studio could not be loaded. Check your connection, then try again.',
    details: (message: string) => `For support: ${message}`,
    unavailable: 'The service is not available at the moment. Nothing was lost. Try again soon.',
    notAllowed: 'Your role in this organization does not allow this. Ask an owner or an admin.',
    tooMany: 'Too many requests in a short time. Wait a moment, then try again.',
    retry: 'Try again',
    home: 'Go to the start page',
    requestId: (id: string) => `For support: ${id}`,
    notFoundTitle: 'Page not found',
    notFound: 'The address is wrong, the page was deleted, or you have no access to it.',
    noAccessTitle: 'No access',
    checkFields: 'Please check the marked fields.',
    fields: {
      required: 'Please fill this in.',
      too_short: 'Please fill this in.',
      too_long: 'This is too long.',
      wrong_type: 'Please check this value.',
      invalid: 'Please check this value.',
      invalid_format: 'This does not have the right form.',
      invalid_url: 'This address cannot be read. Check it, or use another one.',
      unknown: 'This does not exist, or no longer.',
      unknown_value: 'Please choose one of the offered values.',
      not_allowed: 'This is not possible here.',
      too_small: 'This is too small.',
      too_large: 'This is too large.',
      too_few: 'There are too few of them.',
      too_many: 'There are too many of them.',
      duplicate: 'The same value is there twice.',
      has_credentials: 'Remove the user name and the password from the address.',
      reserved: 'This word is reserved. Please choose another.',
      low_contrast:
        'Cameras cannot read this: the contrast must be at least 4 to 1. Choose a darker colour.',
      private_target:
        'This address is in a private network, which the service must not call. Use a public address.',
    },
    /** By the code of a problem, when the sentence of the API is not enough. */
    codes: {
      cookies_off:
        'Your browser refuses cookies, and signing in needs one. Allow cookies for this site, then try again.',
      slug_taken: 'This address is taken. Please choose another.',
      already_member: 'This person is already a member.',
      last_owner: 'An organization needs at least one owner. Make someone else an owner first.',
      default_organization: 'This is the default organization of an account. It cannot be deleted.',
      subscription_running: 'This organization still has a paid plan. Cancel it first.',
      too_many_mails:
        'Too many invitations were sent to this address in the last hour. Try again later.',
      not_taken: 'You do not have this conversation any more. Take it over to write.',
      conversation_ended: 'This conversation has ended.',
      code_archived: 'This code is archived. Restore it to answer its visitors.',
    },
    limits: {
      codes: (maximum: number) =>
        plural(maximum, {
          one: 'Your plan includes # active code, and you are using it.',
          other: 'Your plan includes # active codes, and you are using all of them.',
        }),
      members: (maximum: number) =>
        plural(maximum, {
          one: 'Your plan includes # member, including open invitations.',
          other: 'Your plan includes # members, including open invitations.',
        }),
      organizations: (maximum: number) =>
        plural(maximum, {
          one: 'Your plan includes # organization.',
          other: 'Your plan includes # organizations.',
        }),
    },
    limitReached: 'You have reached a limit of your plan.',
    largerPlan: (plan: string) => `The ${plan} plan includes more.`,
    noLargerPlan: 'No plan includes more.',
  },

  ui: {
    on: 'On',
    off: 'Off',
    cancel: 'Cancel',
    close: 'Close',
    save: 'Save',
    saved: 'Saved.',
    delete: 'Delete',
    undo: 'Undo',
    dismiss: 'Dismiss',
    copy: 'Copy',
    copied: 'Copied',
    optional: 'optional',
    typeToConfirm: (name: string) => `Type ${name} to confirm`,
    leaveTitle: 'Leave without saving?',
    leaveText: 'Your changes on this page are not saved yet.',
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
    graces: { now: 'Now', hour: 'In an hour', day: 'In a day', week: 'In a week' },
    never: 'never',
    export: 'Export',
    exportTable: 'CSV (spreadsheet)',
    exportLines: 'JSON Lines (programs)',
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
    sorts: {
      newest: 'Newest first',
      oldest: 'Oldest first',
      changed: 'Last changed',
      name: 'Name',
      scans: 'Most scans',
    },
    columns: { name: 'Name', address: 'Address', scans: 'Scans', created: 'Created' },
    scans: (count: number) => plural(count, { one: '# scan', other: '# scans' }),
    more: 'More',
    open: 'Open',
    archive: 'Archive',
    unarchive: 'Restore',
    copyAddress: 'Copy address',
    addressCopied: 'Address copied.',
    downloadAs: (format: string) => `Download ${format}`,
    actionsOf: (name: string) => `Actions for ${name}`,
    printSheet: 'Print sheet',
    printSheetOf: (count: number) =>
      plural(count, { one: 'Print sheet with # code', other: 'Print sheet with all # codes' }),
    selection: 'Selection',
    selectAll: (total: number) => plural(total, { one: 'Select # code', other: 'Select all #' }),
    clearSelection: 'Clear selection',
    progress: (done: number, total: number) => `${number(done)} of ${number(total)}`,
    archived: (count: number) =>
      plural(count, { one: '# code archived.', other: '# codes archived.' }),
    unarchived: (count: number) =>
      plural(count, { one: '# code is active again.', other: '# codes are active again.' }),
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText:
      'Its scans and conversations are deleted too, and printed codes stop working permanently. Archive it instead if you may need it again.',
    deleted: (name: string) => `${name} deleted.`,
    noCode: 'No codes yet',
    noCodeText: 'Create a code that you can print and talk to in three steps.',
    noCodeForReader: 'Codes appear here as soon as an editor creates one.',
    firstCode: 'Create the first code',
    nothingFound: 'Nothing found',
    nothingFoundText: {
      active: (q: string) => `No active code has “${q}” in its name.`,
      archived: (q: string) => `No archived code has “${q}” in its name.`,
    },
    clearSearch: 'Clear search',
    noActive: 'No active codes',
    noActiveText: 'All codes are archived. Their pages are closed until you restore them.',
    showArchived: 'Show archived codes',
    noArchived: 'No archived codes',
    noArchivedText: 'Archiving a code closes its page and keeps its scans and conversations.',
  },

  codes: {
    title: 'Codes',
    newTitle: 'New code',
    importTitle: 'Import codes',
    tabs: { talk: 'Talk', print: 'Print', insight: 'Insight' },
    count: (count: number) => plural(count, { one: '# code', other: '# codes' }),
  },

  tags: {
    label: 'Tags',
    hint: 'To find and change codes together. Up to 20. Visitors never see them.',
    any: 'Any tag',
    choose: 'Choose a tag',
    chosen: 'Chosen tags',
    placeholder: 'Add a tag',
    full: '20 tags, the maximum',
    remove: (tag: string) => `Remove the tag ${tag}`,
    withCount: (tag: string, count: number) => `${tag} (${number(count)})`,
    nothingFound: 'No code has these tags.',
  },

  /** Changes of many codes. */
  bulk: {
    open: 'Change',
    title: (count: number) => plural(count, { one: 'Change # code', other: 'Change # codes' }),
    text: 'Empty fields change nothing.',
    addTags: 'Add tags',
    removeTags: 'Remove tags',
    keep: 'Do not change',
    defaultStyle: 'Default style',
    newStyle: 'New style',
    apply: 'Apply',
    changed: (count: number) =>
      plural(count, { one: '# code changed.', other: '# codes changed.' }),
    applyBrand: 'Use brand',
    applyBrandTitle: (count: number) =>
      plural(count, { one: 'Use the brand for one code?', other: 'Use the brand for # codes?' }),
    applyBrandText:
      'Removes the style and the logo of these codes, so that they have the colour and the logo of the brand. This cannot be undone. Printed copies keep working.',
    brandApplied: (count: number) =>
      plural(count, { one: 'One code now uses the brand.', other: '# codes now use the brand.' }),
  },
}
