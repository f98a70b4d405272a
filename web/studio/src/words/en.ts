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
    },
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
    text: 'An API key lets a program do what you may do here. Give each program its own.',
    ofOrganization: 'This organization',
    ofMine: 'All of yours',
    create: 'New key',
    createText: 'The key acts as you. Narrow it to what the program needs.',
    name: 'Name',
    nameHint: 'What the key is for, such as “Point of sale”.',
    lastUsed: 'Last used',
    made: 'Made',
    revoked: 'Revoked',
    actionsOf: (name: string) => `Actions for ${name}`,
    details: 'Details',
    rotate: 'Rotate',
    revoke: 'Revoke',
    emptyTitle: 'No keys yet',
    emptyText: 'Everything that the Studio does, a program can do with a key.',
    owner: 'Whose',
    reach: 'Reaches',
    reachesOnly: (name: string) => `Only ${name}`,
    reachesAll: 'All your organizations',
    role: 'Role at most',
    roleHint: 'A ceiling: it lowers what the key may do, never raises it.',
    roleOfOwner: 'As yours',
    expires: 'Expires',
    expiresNever: 'Never',
    lifetimes: {
      never: 'Never',
      days30: 'In 30 days',
      days90: 'In 90 days',
      days365: 'In a year',
    },
    id: 'Id',
    yourKey: 'Your key',
    tryIt: 'Try it',
    rotateTitle: (name: string) => `Rotate ${name}`,
    rotateText: 'The key gets a new text. The present one goes on working for a while.',
    grace: 'The present text works',
    graces: { now: 'No longer', hour: 'For an hour', day: 'For a day', week: 'For a week' },
    revokeTitle: (name: string) => `Revoke ${name}?`,
    revokeText: 'Whatever uses this key stops working at once. There is no way back.',
    isRevoked: (name: string) => `${name} is revoked.`,
  },

  plan: {
    title: 'Plan',
    text: 'What this organization may use, and what it uses.',
    current: 'The plan in force',
    names: {
      free: 'Free',
      starter: 'Starter',
      professional: 'Professional',
      enterprise: 'Enterprise',
    },
    statuses: { active: 'Active', past_due: 'Payment failed', cancelled: 'Cancelled' },
    renewsAt: (date: string) => `Paid until ${date}, then renewed.`,
    endsAt: (date: string) =>
      `Cancelled. The plan goes on until ${date}, then the organization is on Free. Nothing is deleted.`,
    pastDue:
      'The last payment did not go through. The plan stays for seven days: look at your card in the customer portal.',
    portal: 'Invoices and cards',
    use: 'In use',
    monthEnds: (date: string) => `Scans and messages are counted anew on ${date}.`,
    limits: {
      organizations: 'Organizations',
      codes: 'Active codes',
      members: 'Members and invitations',
      scans_per_month: 'Scans this month',
      messages_per_month: 'Messages this month',
      retention_days: 'Days that history is kept',
    },
    usedOf: (used: string, maximum: string) => `${used} of ${maximum}`,
    noLimit: 'No limit',
    unlimited: 'no limit',
    nothingLimited: 'Nothing is limited.',
    forEver: 'For ever',
    days: (count: number) => plural(count, { one: '# day', other: '# days' }),
    offers: 'Plans',
    byHand: 'A change takes effect at once.',
    paid: 'A plan is paid for on a page of Stripe, and counts as soon as the payment is through.',
    yours: 'Your plan',
    price: (amount: string, interval: 'month' | 'year') =>
      interval === 'month' ? `${amount} a month` : `${amount} a year`,
    choose: (name: string) => `Choose ${name}`,
    chooseTitle: (name: string) => `Choose ${name}?`,
    chooseText: (isPaid: boolean): string =>
      isPaid
        ? 'You are taken to a page of Stripe, where you see the price before you pay.'
        : 'It takes effect at once. Where more is in use than the plan includes, it stays; only something new is refused.',
    toPayment: 'Go to payment',
    cancelTitle: 'Cancel the plan?',
    cancelText: (isPaid: boolean): string =>
      isPaid
        ? 'The plan goes on until the end of the period that is paid for. Nothing is deleted, and printed codes keep opening.'
        : 'The organization is on Free at once. Nothing is deleted, and printed codes keep opening.',
    cancelPlan: 'Cancel the plan',
    isNow: (name: string) => `The plan is now ${name}.`,
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
