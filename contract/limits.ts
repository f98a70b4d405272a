/** The most characters of a text. */
export const maxLength = {
  name: 200,
  /** The name of a person, as visitors see it. */
  displayName: 80,
  prompt: 32_000,
  welcomeMessage: 2000,
  suggestion: 200,
  contactLabel: 200,
  contactUrl: 2000,
  /** A message of a visitor. */
  message: 4000,
  /** On a rating. */
  comment: 1000,
  /** The corrected text of a passage. */
  passage: 4000,
  /** A question that the owner answers. */
  question: 1000,
  search: 200,
  /** On a printed piece. */
  callToAction: 80,
  tag: 40,
  /** The origin of a website. */
  origin: 260,
  /** What visitors read outside the hours. */
  closedMessage: 500,
  /** A note of a member in a conversation. */
  note: 4000,
  leadLabel: 200,
  consent: 1000,
  /** What a visitor writes into a field of a form. */
  leadValue: 1000,
} as const

/** The maximum of a request that creates many codes. */
export const maxBulkBytes = 2 * 1024 * 1024

/** The most items of a list. */
export const maxItems = {
  suggestions: 4,
  /** In one request that creates, changes or prints codes. */
  codes: 500,
  metadataKeys: 50,
  /** The maximum for one code. */
  tags: 20,
  /** Websites that may embed a code. */
  origins: 20,
  /** Opening times of a day. */
  spans: 4,
  closedDays: 100,
  handoffMembers: 100,
  /** Of one conversation. */
  notes: 200,
  leadFields: 8,
  leadChoices: 20,
  /** Of one conversation. */
  leads: 5,
  chatTargets: 5,
  /** Of one user. */
  pushSubscriptions: 20,
} as const

export const maxLogoBytes = 64 * 1024

/** Schemes that the contact of a code may use: a website, a mail address, a telephone number. */
export const contactSchemes = ['https://', 'mailto:', 'tel:'] as const

/** Schemes that the privacy address of a brand may use: a page or a mail address. */
export const privacySchemes = ['https://', 'http://', 'mailto:'] as const

export const slugLength = { minLength: 2, maxLength: 63 } as const
/** Letters, digits and hyphens; begins and ends with a letter or a digit. */
export const slugPattern = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/

/** A scheme, a host and perhaps a port: no path, no wildcard, nothing that ends a policy. */
export const originPattern = '^https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9][0-9]{0,4})?$'
