import { scanLanguages } from '#contract/languages.ts'
import { codeStatuses } from '#contract/statuses.ts'
import { templates } from '#contract/templates.ts'
import type { CommandSpec } from './spec.ts'

const server = {
  value: 'URL',
  help: 'the service; default: QPR_URL, the one of qpr login, or the one on this machine',
} as const

const service = {
  organization: { value: 'ID', help: 'id or slug; default: the default organization of the key' },
  server,
  key: { value: 'KEY', help: 'an API key; default: QPR_API_KEY, or the one of qpr login' },
} as const

const code = {
  id: 'qpr_01JB0000000000000000000000',
  name: 'Harbour Hotel',
  short_id: 'k3v9x0pz',
  scan_url: 'http://localhost:3000/s/k3v9x0pz',
  status: 'active',
  scans_total: 0,
  created_at: '2026-01-31T12:00:00.000Z',
}

/** Commands that talk to a service over HTTP, on this machine or on another one. */
export const remoteCommands = {
  login: {
    summary: 'Store the address and the API key of a service',
    arguments: [
      {
        name: 'url',
        help: 'the address of the service; default: the one on this machine',
        isOptional: true,
      },
    ],
    details: [
      'Asks for an API key without showing it, or reads it from standard input, and checks it. The address and the key are stored in $XDG_CONFIG_HOME/qpr/login.json or ~/.config/qpr/login.json, readable only by you. codes, ask, tail, listen and mcp then use them.',
      'QPR_URL and QPR_API_KEY in the environment have priority over the stored values. A stored key is only sent to the service that it was stored for.',
    ],
    examples: [
      'qpr login https://qpr.example.com',
      'qpr login https://qpr.example.com < key.txt',
      'qpr keys create laptop | qpr login',
    ],
    readsOnly: false,
    json: {
      url: 'https://qpr.example.com',
      email: 'ana@example.com',
      file: '/home/ana/.config/qpr/login.json',
    },
  },
  logout: {
    summary: 'Delete the stored address and API key',
    details: [
      'Deletes the values that qpr login has stored. The key itself stays valid: revoke it with qpr keys revoke or in the Studio.',
    ],
    examples: ['qpr logout'],
    readsOnly: false,
    json: { url: 'https://qpr.example.com' },
  },
  'codes list': {
    summary: 'List codes',
    flags: {
      search: { value: 'TEXT', help: 'only codes whose name contains this text' },
      status: {
        value: 'STATUS',
        help: 'active or archived; default: active',
        choices: codeStatuses,
      },
      limit: { value: 'NUMBER', help: 'maximum number of codes, newest first; default: 50' },
      ...service,
    },
    details: ['Lists the codes of an organization, newest first.'],
    examples: ['qpr codes list', 'qpr codes list --search hotel --json'],
    readsOnly: true,
    json: { codes: [code], total: 1 },
  },
  'codes create': {
    summary: 'Create a code',
    arguments: [{ name: 'name', help: 'the name of the code, 1 to 200 characters' }],
    flags: {
      prompt: { value: 'TEXT', help: 'what the assistant knows and how it behaves' },
      'prompt-file': {
        value: 'FILE',
        help: 'read the prompt from a file; - is standard input',
        isFile: true,
      },
      template: { value: 'NAME', help: 'the template; default: business', choices: templates },
      welcome: { value: 'TEXT', help: 'the first message; default: a greeting' },
      language: {
        value: 'CODE',
        help: "the language of the page; default: the visitor's",
        choices: scanLanguages,
      },
      ...service,
    },
    details: [
      'Creates a code and prints the addresses of its page and its image. Name the prompt with --prompt or --prompt-file.',
    ],
    examples: [
      'qpr codes create "Harbour Hotel" --prompt "You are the concierge. Breakfast is from 7 to 10:30."',
      'qpr codes create "Harbour Hotel" --template hospitality --prompt-file concierge.txt --json',
    ],
    readsOnly: false,
    json: {
      ...code,
      qr_image_url: 'http://localhost:3000/qr/k3v9x0pz.png',
      qr_svg_url: 'http://localhost:3000/qr/k3v9x0pz.svg',
      template: 'hospitality',
      metadata: {},
      updated_at: '2026-01-31T12:00:00.000Z',
    },
  },
  'knowledge add': {
    summary: 'Add a file or a web address to the knowledge of an organization',
    arguments: [
      {
        name: 'source',
        help: 'a PDF, DOCX, Markdown, text, HTML or CSV file, or an http or https address',
        isFile: true,
      },
    ],
    flags: {
      site: { help: 'also read the pages that an address links to, on the same host' },
      codes: { value: 'ID,…', help: 'only these codes use it; default: all codes' },
      title: { value: 'TEXT', help: 'shown with quotations; default: its name or own title' },
      ...service,
    },
    details: [
      'Uploads the file or names the address, waits until the service has read it, and prints the result. Codes answer from it as soon as the command ends.',
    ],
    examples: [
      'qpr knowledge add "House manual.pdf"',
      'qpr knowledge add https://example.com/help --site --codes k3v9x0pz',
    ],
    readsOnly: false,
    exits: { 1: 'the source could not be read; the reason is printed' },
    json: {
      id: 'src_01JB0000000000000000000000',
      organization_id: 'org_01JB0000000000000000000000',
      kind: 'file',
      title: 'House manual',
      status: 'ready',
      reason: null,
      progress: null,
      code_ids: null,
      pages: 60,
      passages: 148,
      size_bytes: 1_048_576,
      url: null,
      question: null,
      answer: null,
      refresh: 'never',
      refreshed_at: '2026-01-31T12:00:00.000Z',
      created_at: '2026-01-31T12:00:00.000Z',
      updated_at: '2026-01-31T12:00:00.000Z',
    },
  },
  ask: {
    summary: 'Ask a code a question',
    arguments: [
      { name: 'short_id', help: 'the short id of a code; qpr codes list shows it' },
      { name: 'question', help: 'up to 4,000 characters; - reads it from standard input' },
    ],
    flags: { server },
    details: [
      'Opens a conversation like a visitor, prints the answer as it arrives, and closes the conversation. From the first mark of a citation on, the rest is printed at the end of the answer, because only then it is known which marks are right; the cited sources follow. It is in the inbox of the owner and counts like every other conversation. It needs no API key.',
    ],
    examples: ['qpr ask k3v9x0pz "When is breakfast?"'],
    readsOnly: false,
    exits: { 130: 'Ctrl+C; the answer is stopped' },
    json: {
      conversation_id: 'conv_01JB0000000000000000000000',
      message_id: 'msg_01JB0000000000000000000000',
      demo: true,
      text: 'Breakfast is from 7 to 10:30.',
      citations: [],
    },
  },
  tail: {
    summary: 'Follow scans and conversations live',
    flags: {
      after: {
        value: 'EVENT_ID',
        help: 'begin after this event instead of now; qpr tail prints the id when it ends',
      },
      ...service,
    },
    details: [
      'Prints one line for each scan, each conversation that starts and each conversation that ends, until Ctrl+C. After a lost connection it connects again and continues without a gap. The key needs the role editor or higher.',
      'With --json the type is scan, conversation_started or conversation_ended, and data is the data of the event scan.created, the conversation as GET /v1/conversations lists it, or the data of the event conversation.completed. A start has no event_id.',
      '--after continues an earlier run: no line is lost. A conversation that started about the time of that event may be printed again.',
    ],
    examples: ['qpr tail', 'qpr tail --after evt_01JB0000000000000000000000 --json'],
    readsOnly: true,
    isJsonLines: true,
    json: {
      type: 'scan',
      at: '2026-01-31T12:00:00.000Z',
      event_id: 'evt_01JB0000000000000000000000',
      data: {
        scan_id: 4711,
        qpr_code_id: 'qpr_01JB0000000000000000000000',
        short_id: 'k3v9x0pz',
        scanned_at: '2026-01-31T12:00:00.000Z',
        metadata: {},
      },
    },
  },
  listen: {
    summary: 'Forward events to your machine',
    flags: {
      'forward-to': {
        value: 'URL',
        help: 'where to post each event, such as http://localhost:4000/webhooks',
        isRequired: true,
      },
      events: { value: 'TYPE,…', help: 'only these event types; default: all' },
      secret: {
        value: 'SECRET',
        help: 'the secret of the signatures (whsec_…); default: a new one, which is printed',
      },
      ...service,
    },
    details: [
      'Shows the events of an organization as they happen and posts each of them to URL, signed like a delivery. Use it to try a receiver on a machine that cannot be reached from outside. Each event is posted once. The webhooks and the delivery log of the service do not change.',
      'After a lost connection it connects again and continues without losing events. Press Ctrl+C to stop.',
    ],
    examples: ['qpr listen --forward-to http://localhost:4000/webhooks --events scan.created'],
    readsOnly: true,
    isJsonLines: true,
    json: {
      event: 'scan.created',
      id: 'evt_01JB0000000000000000000000',
      status: 200,
      error: null,
      duration_ms: 12,
    },
  },
  mcp: {
    summary: 'Offer the tools of a service to an assistant, over stdio',
    flags: { server, key: service.key },
    details: [
      'Speaks the Model Context Protocol (MCP) on standard input and standard output. Assistants start it themselves: name it in their configuration, as docs/mcp.md shows. The tools find, read, create, change and delete codes, read insight and conversations, search knowledge and add answers, with the role of the key.',
      'Assistants that speak HTTP need no command: they connect to the address of the service followed by /mcp, with the key as a bearer token.',
    ],
    examples: ['qpr mcp', 'qpr mcp --server https://qpr.example.com'],
    readsOnly: false,
  },
} as const satisfies Record<string, CommandSpec>
