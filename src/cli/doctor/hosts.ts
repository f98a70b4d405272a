import { hostUrls } from '../../platform/kit/postgres-url.ts'
import { askServer } from '../../platform/store/postgres/postgres-hosts.ts'
import { createFileMemory } from '../../platform/store/postgres/postgres-memory.ts'
import { type Answer, choosePrimary } from '../../platform/store/postgres/postgres-primary.ts'
import type { Config } from '../../service/config/config.ts'
import { primaryFile } from '../../service/installation.ts'
import { type Finding, ok, reason, wrong } from './finding.ts'

const grant =
  'grant execute on function pg_control_system(), pg_current_wal_lsn(), pg_walfile_name(pg_lsn) ' +
  'to the role of the service'

/** Checks each of several PostgreSQL servers, and that one of them is the primary. */
export const checkHosts = async (config: Config): Promise<Finding[]> => {
  const lists = new Set([config.DATABASE_URL, config.DATABASE_URL_DIRECT ?? config.DATABASE_URL])
  const several = [...lists].map(hostUrls).filter((urls) => urls.length > 1)
  return (await Promise.all(several.map((urls) => checkList(urls, primaryFile(config))))).flat()
}

const checkList = async (urls: string[], file: string): Promise<Finding[]> => {
  const answers = await Promise.all(urls.map(askServer))
  return [...answers.map(describe), checkChoice(answers, file)]
}

const describe = ({ url, failure, isWritable, system, timeline }: Answer): Finding => {
  const { host } = new URL(url)
  if (failure !== null) return wrong('host', `${host} does not answer: ${failure}.`)
  if (!isWritable) return ok('host', `${host} is a standby`)
  return system === null || timeline === null
    ? ok(
        'host',
        `${host} accepts writes. Its system identifier or timeline cannot be read, so an old ` +
          `primary that returns is not recognized: ${grant}.`,
      )
    : ok('host', `${host} accepts writes (timeline ${timeline})`)
}

const checkChoice = (answers: Answer[], file: string): Finding => {
  try {
    const { primary, equals } = choosePrimary(answers, createFileMemory(file).read())
    const { host } = new URL(primary.url)
    if (equals.length === 0) return ok('primary', host)
    const others = equals.map(({ url }) => new URL(url).host).join(', ')
    return wrong(
      'primary',
      `${host} and ${others} accept writes and cannot be told apart. Stop the wrong one: what is ` +
        'written there is lost.',
    )
  } catch (error) {
    return wrong('primary', `${reason(error)}. ${file} remembers the last one.`)
  }
}
