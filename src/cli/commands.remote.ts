import { Option } from '@commander-js/extra-typings'
import { scanLanguages } from '#contract/languages.ts'
import { codeStatuses } from '#contract/statuses.ts'
import { templates } from '#contract/templates.ts'
import { type Add, json, jsonLines } from './command.ts'

const organization = new Option(
  '--organization <ID>',
  'id or slug; default: the default organization of the key',
)
const server = new Option(
  '--server <URL>',
  'the service; default: QPR_URL, the one of qpr login, or the one on this machine',
)
const key = new Option('--key <KEY>', 'an API key; default: QPR_API_KEY, or the one of qpr login')

const email = new Option('--email <ADDRESS>', 'only leads with exactly this e-mail address')
const phone = new Option('--phone <NUMBER>', 'only leads with exactly this telephone number')

const lead = {
  id: 'lead_01JB0000000000000000000000',
  qpr_code_id: 'qpr_01JB0000000000000000000000',
  short_id: 'k3v9x0pz',
  code_name: 'Harbour Hotel',
  conversation_id: 'conv_01JB0000000000000000000000',
  has_messages: true,
  values: { email: 'ana@example.com' },
  fields: [{ key: 'email', label: 'Your e-mail address', type: 'email', value: 'ana@example.com' }],
  consent: 'You may contact me about my request.',
  language: 'en',
  created_at: '2026-01-31T12:00:00.000Z',
}

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
export const addRemoteCommands = (add: Add) => {
  add('login', {
    summary: 'Store the address and the API key of a service',
    details: [
      'Asks for an API key without showing it, or reads it from standard input, and checks it. The address and the key are stored in $XDG_CONFIG_HOME/qpr/login.json or ~/.config/qpr/login.json, readable only by you. codes, ask, tail, listen and mcp then use them.',
      'QPR_URL and QPR_API_KEY in the environment have priority over the stored values. A stored key is only sent to the service that it was stored for.',
    ],
    examples: [
      'qpr login https://qpr.example.com',
      'qpr login https://qpr.example.com < key.txt',
      'qpr keys create laptop | qpr login',
    ],
    json: {
      url: 'https://qpr.example.com',
      email: 'ana@example.com',
      file: '/home/ana/.config/qpr/login.json',
    },
  })
    .argument('[url]', 'the address of the service; default: the one on this machine')
    .addOption(json)
    .action(async (url, options) => (await import('./remote/login.ts')).login(url, options))

  add('logout', {
    summary: 'Delete the stored address and API key',
    details: [
      'Deletes the values that qpr login has stored. The key itself stays valid: revoke it with qpr keys revoke or in the Studio.',
    ],
    examples: ['qpr logout'],
    json: { url: 'https://qpr.example.com' },
  })
    .addOption(json)
    .action(async (options) => (await import('./remote/login.ts')).logout(options))

  add('codes list', {
    summary: 'List codes',
    details: ['Lists the codes of an organization, newest first.'],
    examples: ['qpr codes list', 'qpr codes list --search hotel --json'],
    readsOnly: true,
    json: {
      codes: [code],
      total: 1,
    },
  })
    .option('--search <TEXT>', 'only codes whose name contains this text')
    .addOption(
      new Option('--status <STATUS>', 'active or archived; default: active').choices(codeStatuses),
    )
    .option('--limit <NUMBER>', 'maximum number of codes, newest first; default: 50')
    .addOption(organization)
    .addOption(server)
    .addOption(key)
    .addOption(json)
    .action(async (options) => (await import('./remote/codes.ts')).list(options))

  add('codes create', {
    summary: 'Create a code',
    details: [
      'Creates a code and prints the addresses of its page and its image. Name the prompt with --prompt or --prompt-file.',
    ],
    examples: [
      'qpr codes create "Harbour Hotel" --prompt "You are the concierge. Breakfast is from 7 to 10:30."',
      'qpr codes create "Harbour Hotel" --template hospitality --prompt-file concierge.txt --json',
    ],
    json: {
      ...code,
      qr_image_url: 'http://localhost:3000/qr/k3v9x0pz.png',
      qr_svg_url: 'http://localhost:3000/qr/k3v9x0pz.svg',
      template: 'hospitality',
      metadata: {},
      updated_at: '2026-01-31T12:00:00.000Z',
    },
  })
    .argument('<name>', 'the name of the code, 1 to 200 characters')
    .option('--prompt <TEXT>', 'what the assistant knows and how it behaves')
    .option('--prompt-file <FILE>', 'read the prompt from a file; - is standard input')
    .addOption(
      new Option('--template <NAME>', 'the template; default: business').choices(templates),
    )
    .option('--welcome <TEXT>', 'the first message; default: a greeting')
    .addOption(
      new Option('--language <CODE>', "the language of the page; default: the visitor's").choices(
        scanLanguages,
      ),
    )
    .addOption(organization)
    .addOption(server)
    .addOption(key)
    .addOption(json)
    .action(async (name, options) => (await import('./remote/codes.ts')).create(name, options))

  add('knowledge add', {
    summary: 'Add a file or a web address to the knowledge of an organization',
    details: [
      'Uploads the file or names the address, waits until the service has read it, and prints the result. Codes answer from it as soon as the command ends.',
    ],
    examples: [
      'qpr knowledge add "House manual.pdf"',
      'qpr knowledge add https://example.com/help --site --codes k3v9x0pz',
    ],
    exits: { '1': 'the source could not be read; the reason is printed' },
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
      encoding: null,
      question: null,
      answer: null,
      refresh: 'never',
      refreshed_at: '2026-01-31T12:00:00.000Z',
      created_at: '2026-01-31T12:00:00.000Z',
      updated_at: '2026-01-31T12:00:00.000Z',
    },
  })
    .argument(
      '<source>',
      'a PDF, DOCX, XLSX, PPTX, Markdown, text, HTML or CSV file, or an http or https address',
    )
    .option('--site', 'also read the pages that an address links to, on the same host')
    .option('--codes <ID,…>', 'only these codes use it; default: all codes')
    .option('--title <TEXT>', 'shown with quotations; default: its name or own title')
    .addOption(organization)
    .addOption(server)
    .addOption(key)
    .addOption(json)
    .action(async (source, options) => (await import('./remote/knowledge.ts')).add(source, options))

  add('leads list', {
    summary: 'List leads',
    details: [
      'Lists what visitors left with the form of a code, newest first. --email and --phone find every lead of one person.',
    ],
    examples: ['qpr leads list', 'qpr leads list --email ana@example.com --json'],
    readsOnly: true,
    json: { leads: [lead] },
  })
    .addOption(email)
    .addOption(phone)
    .option('--limit <NUMBER>', 'maximum number of leads, newest first; default: 50')
    .addOption(organization)
    .addOption(server)
    .addOption(key)
    .addOption(json)
    .action(async (options) => (await import('./remote/leads.ts')).list(options))

  add('leads delete', {
    summary: 'Delete leads',
    details: [
      'Deletes one lead by its id, or every lead of one person with --email or --phone. The conversations stay. The key needs the role admin or higher.',
    ],
    examples: [
      'qpr leads delete lead_01JB0000000000000000000000',
      'qpr leads delete --email ana@example.com',
    ],
    json: { deleted: 1 },
  })
    .argument('[id]', 'the lead; qpr leads list shows it')
    .addOption(email)
    .addOption(phone)
    .addOption(organization)
    .addOption(server)
    .addOption(key)
    .addOption(json)
    .action(async (id, options) => (await import('./remote/leads.ts')).deleteLeads(id, options))

  add('ask', {
    summary: 'Ask a code a question',
    details: [
      'Opens a conversation like a visitor, prints the answer as it arrives, and closes the conversation. From the first mark of a citation on, the rest is printed at the end of the answer, because only then it is known which marks are right; the cited sources follow. It is in the inbox of the owner and counts like every other conversation. It needs no API key.',
    ],
    examples: ['qpr ask k3v9x0pz "When is breakfast?"'],
    exits: { '130': 'Ctrl+C; the answer is stopped' },
    json: {
      conversation_id: 'conv_01JB0000000000000000000000',
      message_id: 'msg_01JB0000000000000000000000',
      demo: true,
      text: 'Breakfast is from 7 to 10:30.',
      citations: [],
      notice: null,
    },
  })
    .argument('<short_id>', 'the short id of a code; qpr codes list shows it')
    .argument('<question>', 'up to 4,000 characters; - reads it from standard input')
    .addOption(server)
    .addOption(json)
    .action(async (shortId, question, options) =>
      (await import('./remote/ask.ts')).ask(shortId, question, options),
    )

  add('tail', {
    summary: 'Follow scans and conversations live',
    details: [
      'Prints one line for each scan, each conversation that starts and each conversation that ends, until Ctrl+C. After a lost connection it connects again and continues without a gap. The key needs the role editor or higher.',
      'With --json the type is scan, conversation_started or conversation_ended, and data is the data of the event scan.created, the conversation as GET /v1/conversations lists it, or the data of the event conversation.completed. A start has no event_id.',
      '--after continues an earlier run: no line is lost. A conversation that started about the time of that event may be printed again.',
    ],
    examples: ['qpr tail', 'qpr tail --after evt_01JB0000000000000000000000 --json'],
    readsOnly: true,
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
    isJsonLines: true,
  })
    .option(
      '--after <EVENT_ID>',
      'begin after this event instead of now; qpr tail prints the id when it ends',
    )
    .addOption(organization)
    .addOption(server)
    .addOption(key)
    .addOption(jsonLines)
    .action(async (options) => (await import('./remote/tail.ts')).tail(options))

  add('listen', {
    summary: 'Forward events to your machine',
    details: [
      'Shows the events of an organization as they happen and posts each of them to URL, signed like a delivery. Use it to try a receiver on a machine that cannot be reached from outside. Each event is posted once. The webhooks and the delivery log of the service do not change.',
      'After a lost connection it connects again and continues without losing events. Press Ctrl+C to stop.',
    ],
    examples: ['qpr listen --forward-to http://localhost:4000/webhooks --events scan.created'],
    readsOnly: true,
    json: {
      event: 'scan.created',
      id: 'evt_01JB0000000000000000000000',
      status: 200,
      error: null,
      duration_ms: 12,
    },
    isJsonLines: true,
  })
    .requiredOption(
      '--forward-to <URL>',
      'where to post each event, such as http://localhost:4000/webhooks',
    )
    .option('--events <TYPE,…>', 'only these event types; default: all')
    .option(
      '--secret <SECRET>',
      'the secret of the signatures (whsec_…); default: a new one, which is printed',
    )
    .addOption(organization)
    .addOption(server)
    .addOption(key)
    .addOption(jsonLines)
    .action(async (options) => (await import('./remote/listen.ts')).listen(options))

  add('mcp', {
    summary: 'Offer the tools of a service to an assistant, over stdio',
    details: [
      'Speaks the Model Context Protocol (MCP) on standard input and standard output. Assistants start it themselves: name it in their configuration, as docs/mcp.md shows. The tools find, read, create, change and delete codes, read insight and conversations, search knowledge and add answers, with the role of the key.',
      'Assistants that speak HTTP need no command: they connect to the address of the service followed by /mcp, with the key as a bearer token.',
    ],
    examples: ['qpr mcp', 'qpr mcp --server https://qpr.example.com'],
  })
    .addOption(server)
    .addOption(key)
    .action(async (options) => (await import('./remote/mcp.ts')).mcp(options))

  add('seed', {
    summary: 'Create demo data',
    details: [
      'Creates demo data over the API: two organizations with invitations and a dozen codes, one of them archived, a few scans of each code, and conversations that the model of the service answers. Runs once. To remove the data, delete the organizations.',
    ],
    examples: ['qpr seed'],
    json: {
      organizations: [{ name: 'Harbour Hotels', codes: 6, invited: 4 }],
      scans: 36,
      conversations: 9,
    },
  })
    .addOption(server)
    .addOption(key)
    .addOption(json)
    .action(async (options) => (await import('./remote/seed.ts')).seed(options))
}
