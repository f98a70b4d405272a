// The one list of the pages of the site, in reading order. A name is a file of docs/ without `.md`;
// the title comes from the page itself. Names without a file are left out, and files that are not
// listed appear under "More", so a new page is always reachable.

interface Section {
  title: string
  pages: string[]
}

const sections: Section[] = [
  {
    title: 'Start',
    pages: [
      'owners',
      'owners-de',
      'start',
      'cookbook',
      'studio',
      'from-typebot',
      'from-formbricks',
    ],
  },
  {
    title: 'Guides',
    pages: [
      'scans',
      'conversations',
      'people',
      'knowledge',
      'questions',
      'webhooks',
      'print',
      'brand',
      'website',
      'mcp',
    ],
  },
  { title: 'Programs', pages: ['api', 'errors', 'commands'] },
  {
    title: 'Operate',
    pages: [
      'deployment',
      'operations',
      'upgrade',
      'plans',
      'company-sign-in',
      'security',
      'privacy',
      'accessibility',
      'scale',
      'speed',
    ],
  },
  {
    title: 'How it works',
    pages: ['walks', 'internals'],
  },
]

/** Pages that have gone, and where their subject is now. Old links and bookmarks lead here. */
export const moved: Readonly<Record<string, string>> = {
  'answer-cache': 'internals#answer-cache',
  'deploy-containers': 'deployment#containers',
  'deploy-kubernetes': 'deployment#kubernetes',
  'deploy-litestream': 'deployment#continuous-copies-with-litestream',
  'deploy-server': 'deployment#a-small-server',
  'group-commit': 'internals#group-commit',
  pagination: 'api#lists',
  'plans-stripe': 'plans#sell-plans-with-stripe',
  'prepared-queries': 'internals#prepared-queries',
  retries: 'api#retries',
  sdk: 'api#a-client',
  signatures: 'api#signatures',
}

/** The sections with the pages that exist, and the others under "More". */
export const sectionsOf = (existing: readonly string[]): Section[] => {
  const listed = new Set(sections.flatMap(({ pages }) => pages))
  const more = existing.filter((name) => name !== 'index' && !listed.has(name))
  return [...sections, { title: 'More', pages: more }]
    .map(({ title, pages }) => ({ title, pages: pages.filter((name) => existing.includes(name)) }))
    .filter(({ pages }) => pages.length > 0)
}
