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
