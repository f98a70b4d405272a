import { Option } from '@commander-js/extra-typings'
import {
  describeConfig,
  parseConfig,
  readEnvironment,
  unknownSettings,
} from '../service/config/config.ts'
import { type Add, json, type Output, print, printJson } from './command.ts'

const user = new Option('--user <EMAIL>', 'the user; default: the first user (QPR_OWNER_EMAIL)')

/** Commands that work with the settings, the data directory and the database of this machine. */
export const addLocalCommands = (add: Add) => {
  add('serve', {
    summary: 'Run the service',
    details: [
      'Runs the service until SIGTERM or Ctrl+C. It then finishes running work within 10 s and stops.',
      'Settings come from the environment and from .env in the working directory; qpr config lists them. The first start creates the database and prints an API key and a one-time sign-in link.',
    ],
    examples: ['qpr serve', 'qpr serve --port 8080', 'qpr serve --lan'],
  })
    .option('--port <PORT>', 'the port to listen on; default: PORT, or 3000')
    .option(
      '--lan',
      "use this machine's network address and show it as a QR code, for phones on the same Wi-Fi",
    )
    .action(async (options) => (await import('./serve.ts')).serve(options))

  add('migrate', {
    summary: 'Update the database schema',
    details: [
      'Updates the database schema and prints the migrations that it applied. qpr serve does the same at its start; run this first to shorten the start of many processes. On SQLite the service must not be running.',
    ],
    examples: ['qpr migrate'],
    json: { applied: ['0001-foundation'] },
  })
    .addOption(json)
    .action(async (options) => (await import('./database.ts')).migrate(options))

  add('config', {
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
  })
    .addOption(json)
    .action(async (options) => printConfig(options))

  add('keys create', {
    summary: 'Create an API key',
    details: [
      'Prints the value of the key on standard output, and nothing else. It is shown only once. Works while the service runs, and takes effect immediately.',
    ],
    examples: ['qpr keys create "Point of sale"', 'qpr keys create laptop | qpr login'],
    json: { id: 'key_01JB0000000000000000000000', name: 'Point of sale', key: 'qpr_sk_…' },
  })
    .argument('[name]', 'the name of the key; default: Command line')
    .addOption(user)
    .addOption(json)
    .action(async (name, options) => (await import('./accounts.ts')).createKey(name, options))

  add('keys list', {
    summary: 'List the API keys of a user',
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
  })
    .addOption(user)
    .addOption(json)
    .action(async (options) => (await import('./accounts.ts')).listKeys(options))

  add('keys revoke', {
    summary: 'Revoke an API key',
    details: ['Revokes a key. Takes effect immediately, also in a running service.'],
    examples: ['qpr keys revoke key_01JB0000000000000000000000'],
    json: { id: 'key_01JB0000000000000000000000', revoked: true },
  })
    .argument('<key_id>', 'the id of the key; qpr keys list shows it')
    .addOption(user)
    .addOption(json)
    .action(async (keyId, options) => (await import('./accounts.ts')).revokeKey(keyId, options))

  add('signin', {
    summary: 'Print a one-time sign-in link',
    details: [
      'Prints a link that signs a user in to the Studio. It works once and expires after 15 minutes. Works while the service runs.',
    ],
    examples: ['qpr signin', 'qpr signin ana@example.com'],
    json: { email: 'ana@example.com', url: 'http://localhost:3000/signin/…' },
  })
    .argument('[email]', 'the user; default: the first user (QPR_OWNER_EMAIL)')
    .addOption(json)
    .action(async (email, options) =>
      (await import('./accounts.ts')).printSignInLink(email, options),
    )

  add('copy', {
    summary: 'Copy the installation from SQLite to PostgreSQL, or back',
    details: [
      'Copies everything: codes, conversations, scans, sums, events, deliveries, keys and secrets. While the service runs, it copies most of it, then waits until you stop the service, copies the rest within seconds, and compares both sides row by row.',
      'It may be interrupted and started again at any point. Printed codes, keys, links, webhooks and cookies keep working, because the new database has the same secret.',
    ],
    examples: [
      'qpr copy --to postgres://qpr:password@db.example.com/qpr',
      'qpr copy --to sqlite:data/qpr.db',
    ],
    json: {
      tables: [{ table: 'scans', rows: 1000000, checksum: 'c0ffee00c0ffee00' }],
      seconds: 41.3,
      stopped_seconds: 6.2,
    },
  })
    .requiredOption('--to <URL>', 'the new, empty database: postgres://… or sqlite:PATH')
    .addOption(json)
    .action(async (options) => (await import('./copy.ts')).copy(options))

  add('backup', {
    summary: 'Copy the database to one file',
    details: [
      'Copies the database to one file, also while the service runs. The file contains the secret of the installation: keep it where only you can read it. qpr restore FILE restores it.',
      'On PostgreSQL the command prints the pg_dump command instead.',
    ],
    examples: ['qpr backup /backups/qpr-monday.db'],
    json: { file: '/backups/qpr-monday.db', command: null },
  })
    .argument('<file>', 'the new file; it must not exist')
    .addOption(json)
    .action(async (file, options) => (await import('./database.ts')).backup(file, options))

  add('restore', {
    summary: 'Restore a backup',
    details: [
      'Replaces the database with a backup of qpr backup. The service must not be running. The previous database is kept in the same directory, with the time in its name.',
      'On PostgreSQL the command prints the pg_restore command instead.',
    ],
    examples: ['qpr restore /backups/qpr-monday.db'],
    json: { file: '/backups/qpr-monday.db', database: 'data/qpr.db', kept: null, command: null },
  })
    .argument('<file>', 'a file of qpr backup')
    .addOption(json)
    .action(async (file, options) => (await import('./database.ts')).restore(file, options))

  add('jobs list', {
    summary: 'List background jobs',
    details: [
      'Lists the newest 50 background jobs of all organizations (deletions, rebuilds and the reading of sources) with their progress, and why a job is parked.',
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
  })
    .addOption(json)
    .action(async (options) => (await import('./jobs.ts')).list(options))

  add('jobs cancel', {
    summary: 'Cancel a background job',
    details: [
      'Cancels a job. Without --force only a rebuild and the computation of vectors can be cancelled. With --force the rest of a deletion stays in the database, a rebuild waits for it, and a source that was being read fails. Works while the service runs, and while it is stopped.',
    ],
    examples: [
      'qpr jobs cancel job_01JB0000000000000000000000',
      'qpr jobs cancel job_01JB0000000000000000000000 --force',
    ],
    json: { id: 'job_01JB0000000000000000000000', cancelled: true },
  })
    .argument('<job_id>', 'the id of the job; qpr jobs list shows it')
    .option(
      '--force',
      'also a job that cannot be cancelled safely: the rows that it has not deleted or moved stay',
    )
    .addOption(json)
    .action(async (jobId, options) => (await import('./jobs.ts')).cancel(jobId, options))

  add('jobs retry', {
    summary: 'Retry a parked job',
    details: [
      'Lets a parked job continue after its last complete step. A job is parked when the service ended unexpectedly twice while it ran. Works while the service runs, and while it is stopped.',
    ],
    examples: ['qpr jobs retry job_01JB0000000000000000000000'],
    json: { id: 'job_01JB0000000000000000000000', retried: true },
  })
    .argument('<job_id>', 'the id of the job; qpr jobs list shows it')
    .addOption(json)
    .action(async (jobId, options) => (await import('./jobs.ts')).retry(jobId, options))

  add('doctor', {
    summary: 'Check the installation',
    details: [
      'Checks the settings, the data directory, the disk, the port, the database, the mail server, the plans file, the proxy and the clock. Asks each configured model for one word, the embedding model for one vector, and the collector of traces for an empty export, each for at most 10 seconds. For each problem it says what to do. It changes no data, except with --rebuild-analytics. Works while the service runs.',
    ],
    examples: ['qpr doctor', 'qpr doctor --json', 'qpr doctor --rebuild-analytics'],
    readsOnly: true,
    exits: { '1': 'the command failed, or the doctor found a problem' },
    json: {
      findings: [{ subject: 'port', ok: true, text: '3000 is free; the service is not running' }],
    },
  })
    .option(
      '--rebuild-analytics',
      'recalculate the analytics from the scans, as a job in small steps; qpr jobs shows it',
    )
    .addOption(json)
    .action(async (options) => (await import('./doctor.ts')).checkInstallation(options))
}

const printConfig = ({ json: isJson }: Output) => {
  const environment = readEnvironment(process.cwd())
  const settings = describeConfig(parseConfig(environment))
  const unknown = unknownSettings(environment)
  if (isJson) return printJson({ settings, unknown })
  for (const { name, value, doc } of settings) {
    print(`${name}=${value}`)
    print(`    ${doc}`)
  }
  for (const name of unknown) print(`\n${name} is set, but QPR has no such setting.`)
}
