import { type Command, CommandError, print, readArguments } from './command.ts'
import { withRules } from './session.ts'

export const command: Command = {
  usage: `
Usage: qpr jobs [list]
       qpr jobs cancel JOB_ID

Lists the newest 50 background jobs of all organizations (deletions, moves and rebuilds) with their
progress, or cancels a job. Only a rebuild can be cancelled. Works while the service runs.
`,
  async run(args) {
    const { positionals } = readArguments(args, { allowPositionals: true })
    const [action = 'list', id] = positionals
    await withRules(async ({ rules: { jobs }, database }) => {
      if (action === 'list') return await list(await jobs.listAll(50))
      if (action !== 'cancel')
        throw new CommandError('Name the action: qpr jobs list or qpr jobs cancel JOB_ID.')
      if (id === undefined) throw new CommandError('Name the job: qpr jobs cancel JOB_ID.')
      await database.transaction((tx) => jobs.cancelAny(tx, id))
      print(`${id} is cancelled.`)
    })
  },
}

interface ListedJob {
  id: string
  kind: string
  status: string
  subject_id: string
  subject_name: string
  rows_done: number
  rows_total: number | null
  created_at: string
}

const list = async (jobs: ListedJob[]) => {
  if (jobs.length === 0) print('There are no jobs.')
  for (const job of jobs) {
    const of = job.rows_total === null ? '' : ` of about ${job.rows_total}`
    const progress = `${job.rows_done}${of}`
    print(
      `${job.id}  ${job.created_at}  ${job.status.padEnd(9)}  ${job.kind}  ${progress}  ` +
        `${job.subject_id} ${job.subject_name}`,
    )
  }
}
