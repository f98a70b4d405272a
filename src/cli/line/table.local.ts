import type { CommandSpec } from './spec.ts'

const user = {
  value: 'EMAIL',
  help: 'the user; default: the first user (QPR_OWNER_EMAIL)',
} as const

const finding = { subject: 'port', ok: true, text: '3000 is free; the service is not running' }

/** Commands that work with the settings, the data directory and the database of this machine. */
export const localCommands = {
  serve: {
    summary: 'Run the service',
    flags: {
      port: { value: 'PORT', help: 'the port to listen on; default: PORT, or 3000' },
      lan: {
        help: "use this machine's network address and show it as a QR code, for phones on the same Wi-Fi",
      },
    },
    details: [
      'Runs the service until SIGTERM or Ctrl+C. It then finishes running work within 10 s and stops.',
      'Settings come from the environment and from .env in the working directory; qpr config lists them. The first start creates the database and prints an API key and a one-time sign-in link.',
    ],
    examples: ['qpr serve', 'qpr serve --port 8080', 'qpr serve --lan'],
    readsOnly: false,
  },
  migrate: {
    summary: 'Update the database schema',
    details: [
      'Updates the database schema and prints the migrations that it applied. qpr serve does the same at its start; run this first to shorten the start of many processes. On SQLite the service must not be running.',
    ],
    examples: ['qpr migrate'],
    readsOnly: false,
    json: { applied: ['0001-foundation'] },
  },
  config: {
    summary: 'List all settings',
    details: [
      'Lists every setting with its current value and its meaning. Values come from the environment and from .env in the working directory. Secrets are masked.',
    ],
    examples: ['qpr config', 'qpr config --json'],
    readsOnly: true,
    json: {
      settings: [{ name: 'PORT', value: '3000', doc: 'The port to listen on.' }],
      unknown: ['QPR_APIKEY'],
    },
  },
  'keys create': {
    summary: 'Create an API key',
    arguments: [
      { name: 'name', help: 'the name of the key; default: Command line', isOptional: true },
    ],
    flags: { user },
    details: [
      'Prints the value of the key on standard output, and nothing else. It is shown only once. Works while the service runs, and takes effect immediately.',
    ],
    examples: ['qpr keys create "Point of sale"', 'qpr keys create laptop | qpr login'],
    readsOnly: false,
    json: { id: 'key_01JB0000000000000000000000', name: 'Point of sale', key: 'qpr_sk_…' },
  },
  'keys list': {
    summary: 'List the API keys of a user',
    flags: { user },
    details: ['Lists the name and the state of every key. Values of keys are not stored.'],
    examples: ['qpr keys list', 'qpr keys list --user ana@example.com --json'],
    readsOnly: true,
    json: {
      keys: [
        {
          id: 'key_01JB0000000000000000000000',
          name: 'Point of sale',
          last_used_at: null,
          revoked: false,
          created_at: '2026-01-31T12:00:00.000Z',
        },
      ],
    },
  },
  'keys revoke': {
    summary: 'Revoke an API key',
    arguments: [{ name: 'key_id', help: 'the id of the key; qpr keys list shows it' }],
    flags: { user },
    details: ['Revokes a key. Takes effect immediately, also in a running service.'],
    examples: ['qpr keys revoke key_01JB0000000000000000000000'],
    readsOnly: false,
    json: { id: 'key_01JB0000000000000000000000', revoked: true },
  },
  signin: {
    summary: 'Print a one-time sign-in link',
    arguments: [
      {
        name: 'email',
        help: 'the user; default: the first user (QPR_OWNER_EMAIL)',
        isOptional: true,
      },
    ],
    details: [
      'Prints a link that signs a user in to the Studio. It works once and expires after 15 minutes. Works while the service runs.',
    ],
    examples: ['qpr signin', 'qpr signin ana@example.com'],
    readsOnly: false,
    json: { email: 'ana@example.com', url: 'http://localhost:3000/signin/…' },
  },
  copy: {
    summary: 'Copy the installation from SQLite to PostgreSQL, or back',
    flags: {
      to: {
        value: 'URL',
        isRequired: true,
        help: 'the new, empty database: postgres://… or sqlite:PATH',
      },
    },
    details: [
      'Copies everything: codes, conversations, scans, sums, events, deliveries, keys and secrets. While the service runs, it copies most of it, then waits until you stop the service, copies the rest within seconds, and compares both sides row by row.',
      'It may be interrupted and started again at any point. Printed codes, keys, links, webhooks and cookies keep working, because the new database has the same secret.',
    ],
    examples: [
      'qpr copy --to postgres://qpr:password@db.example.com/qpr',
      'qpr copy --to sqlite:data/qpr.db',
    ],
    readsOnly: false,
    json: {
      tables: [{ table: 'scans', rows: 1000000, checksum: 'c0ffee00c0ffee00' }],
      seconds: 41.3,
      stopped_seconds: 6.2,
    },
  },
  backup: {
    summary: 'Copy the database to one file',
    arguments: [{ name: 'file', help: 'the new file; it must not exist', isFile: true }],
    details: [
      'Copies the database to one file, also while the service runs. The file contains the secret of the installation: keep it where only you can read it. qpr restore FILE restores it.',
      'On PostgreSQL the command prints the pg_dump command instead.',
    ],
    examples: ['qpr backup /backups/qpr-monday.db'],
    readsOnly: false,
    json: { file: '/backups/qpr-monday.db', command: null },
  },
  restore: {
    summary: 'Restore a backup',
    arguments: [{ name: 'file', help: 'a file of qpr backup', isFile: true }],
    details: [
      'Replaces the database with a backup of qpr backup. The service must not be running. The previous database is kept in the same directory, with the time in its name.',
      'On PostgreSQL the command prints the pg_restore command instead.',
    ],
    examples: ['qpr restore /backups/qpr-monday.db'],
    readsOnly: false,
    json: { file: '/backups/qpr-monday.db', database: 'data/qpr.db', kept: null, command: null },
  },
  'jobs list': {
    summary: 'List background jobs',
    details: [
      'Lists the newest 50 background jobs of all organizations (deletions, moves, rebuilds and the reading of sources) with their progress, and why a job is parked.',
    ],
    examples: ['qpr jobs list', 'qpr jobs list --json'],
    readsOnly: true,
    json: {
      jobs: [
        {
          id: 'job_01JB0000000000000000000000',
          kind: 'rebuild_analytics',
          status: 'succeeded',
          subject_id: 'analytics',
          subject_name: 'analytics',
          rows_done: 2,
          rows_total: null,
          last_error: null,
          created_at: '2026-01-31T12:00:00.000Z',
        },
      ],
    },
  },
  'jobs cancel': {
    summary: 'Cancel a background job',
    arguments: [{ name: 'job_id', help: 'the id of the job; qpr jobs list shows it' }],
    flags: {
      force: {
        help: 'also a job that cannot be cancelled safely: the rows that it has not deleted or moved stay',
      },
    },
    details: [
      'Cancels a job. Without --force only a rebuild and the computation of vectors can be cancelled. With --force the rest of a deletion stays in the database, the scans of a moved code stay divided, a rebuild waits for both, and a source that was being read fails. Works while the service runs, and while it is stopped.',
    ],
    examples: [
      'qpr jobs cancel job_01JB0000000000000000000000',
      'qpr jobs cancel job_01JB0000000000000000000000 --force',
    ],
    readsOnly: false,
    json: { id: 'job_01JB0000000000000000000000', cancelled: true },
  },
  'jobs retry': {
    summary: 'Retry a parked job',
    arguments: [{ name: 'job_id', help: 'the id of the job; qpr jobs list shows it' }],
    details: [
      'Lets a parked job continue after its last complete step. A job is parked when the service ended unexpectedly twice while it ran. Works while the service runs, and while it is stopped.',
    ],
    examples: ['qpr jobs retry job_01JB0000000000000000000000'],
    readsOnly: false,
    json: { id: 'job_01JB0000000000000000000000', retried: true },
  },
  doctor: {
    summary: 'Check the installation',
    flags: {
      'rebuild-analytics': {
        help: 'recalculate the analytics from the scans, as a job in small steps; qpr jobs shows it',
      },
    },
    details: [
      'Checks the settings, the data directory, the disk, the port, the database, the mail server, the plans file, the proxy and the clock. Asks each configured model for one word, the embedding model for one vector, and the collector of traces for an empty export, each for at most 10 seconds. For each problem it says what to do. It changes no data, except with --rebuild-analytics. Works while the service runs.',
    ],
    examples: ['qpr doctor', 'qpr doctor --json', 'qpr doctor --rebuild-analytics'],
    readsOnly: true,
    exits: { 1: 'the command failed, or the doctor found a problem' },
    json: { findings: [finding] },
  },
  seed: {
    summary: 'Create demo data',
    details: [
      'Creates demo data for the first user: two organizations with members, an open invitation and a dozen codes, one of them archived; 60 days of scans, conversations and ratings; a paused webhook with its deliveries. Runs once. To remove the data, delete the organizations. Works while the service runs.',
    ],
    examples: ['qpr seed'],
    readsOnly: false,
    json: {
      organizations: [{ name: 'Harbour Hotels', codes: 6, members: 4 }],
      scans: 2700,
      conversations: 800,
      deliveries: 700,
    },
  },
} as const satisfies Record<string, CommandSpec>
