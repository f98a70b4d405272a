// The examples of the guides as programs: what a reader would paste, one program for each page.
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { plantQuestions } from '../harness/data/questions.ts'
import { startSelling } from '../harness/providers/selling.ts'
import { freePort } from '../harness/service/ports.ts'
import { projectFile } from '../harness/service/process.ts'
import { type Service, startService } from '../harness/service/service.ts'

/** The pages for people who write programs. Each shows its examples in three languages. */
export const guides = [
  'start',
  'cookbook',
  'api',
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
  'plans',
  'from-typebot',
  'from-formbricks',
]

export const languages = ['sh', 'ts', 'python'] as const
export type Language = (typeof languages)[number]

const pageOf = (guide: string) => readFileSync(projectFile(`docs/${guide}.md`), 'utf8')

/** The blocks of a language that call the service, in their order. */
export const blocksOf = (guide: string, language: Language): string[] => {
  const blocks = [...pageOf(guide).matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, fence]) => fence === language)
    .map(([, , text = '']) => text)
  if (language === 'sh') {
    // The tests of the SDKs install the packages, and the CLI of Stripe needs an account there.
    return blocks.filter(
      (text) => /localhost:3000|openssl/.test(text) && !/^(npm|pip|stripe) /.test(text),
    )
  }
  // The receivers in the guide of webhooks use no SDK and have their own tests.
  return blocks.filter((text) => !/receiver\.(py|mjs)/.test(text))
}

const numberOf = (language: Language): number =>
  guides.reduce((sum, guide) => sum + blocksOf(guide, language).length, 0)

/** How many examples of a language ran, and how many there are in all, as a sentence. */
export const countOf = (language: Language): string => {
  const total = languages.reduce((sum, one) => sum + numberOf(one), 0)
  return `${numberOf(language)} examples in ${language} of ${total} in ${guides.length} guides`
}

/** The number of examples that are there in all three languages, side by side. */
export const triosOf = (guide: string): number =>
  pageOf(guide).match(
    /^```sh\n(?:(?!^```).*\n)*?```\n\n```ts\n(?:(?!^```).*\n)*?```\n\n```python$/gm,
  )?.length ?? 0

/** A service with visitors: streams of the examples end with the first event. */
const startVisited = async (t: TestContext) => {
  const service = await startService(t)
  const { body } = await service.post<{ scan_url: string }>('/v1/qpr-codes', {
    name: 'Visited',
    prompt: 'You are the host.',
  })
  const visit = () => fetch(body.scan_url).catch(() => undefined)
  const visits = setInterval(visit, 500)
  t.after(() => clearInterval(visits))
  return service
}

/** Stripe has been paid, so the portal opens. */
const startPaid = async (t: TestContext) => {
  const selling = await startSelling(t)
  await selling.subscribe('starter')
  return selling
}

/** The service of each of these guides. */
export const startServices = async (t: TestContext, tried: string[] = guides) => {
  const visited = await startVisited(t)
  const paid = tried.includes('plans') ? await startPaid(t) : visited
  return (guide: string): Service => (guide === 'plans' ? paid : visited)
}

/** A webhook with a delivery, for the examples that name them. */
const prepareWebhook = async (service: Service) => {
  const { body: webhook } = await service.post<{ id: string }>('/v1/webhooks', {
    url: `http://127.0.0.1:${await freePort()}/nowhere`,
  })
  await service.post('/v1/qpr-codes', { name: 'Terrace', prompt: 'You are the host.' })
  const { body } = await service.get<{ deliveries: { id: string }[] }>(
    `/v1/webhooks/${webhook.id}/deliveries`,
  )
  return { WEBHOOK_ID: webhook.id, DELIVERY_ID: body.deliveries[0]?.id ?? '' }
}

/** What the program of a page needs: a code, an open question, a webhook, files. */
export const prepare = async (service: Service, folder: string, program: string) => {
  const webhook = /(WEBHOOK|DELIVERY)_ID/.test(program) ? await prepareWebhook(service) : {}
  const code = await service.post<{ id: string; short_id: string }>('/v1/qpr-codes', {
    name: 'Harbour Hotel',
    prompt: 'Breakfast is from 7 to 10:30. We open at 8.',
  })
  if (/questions?\b/.test(program)) await plantQuestions(service, code.body, ['Is there a sauna?'])
  await writeFile(join(folder, 'logo.svg'), logo)
  await writeFile(join(folder, 'house-manual.md'), '# House manual\n\nThe pool opens at 7.\n')
  const [port, organization] = [await freePort(), await service.defaultOrganizationId()]
  return {
    env: { PATH: process.env.PATH, HOME: folder, KEY: service.key, ...webhook },
    /** The program with the values of this service. */
    program: program
      .replaceAll('http://localhost:3000', service.address)
      .replaceAll('localhost:4000', `127.0.0.1:${port}`)
      .replaceAll(/\b4000\b/g, String(port))
      .replaceAll('SHORT_ID', code.body.short_id)
      .replaceAll('"ORGANIZATION"', `"${organization}"`)
      .replaceAll("'ORGANIZATION'", `'${organization}'`)
      .replaceAll('/ORGANIZATION/', `/${organization}/`),
  }
}

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="#0f4c81"/></svg>'

// Refusals end the script. A stream would never end by itself.
const prelude = `
curl() {
  case " $* " in
    *" -N "*) command curl -sS --fail --max-time 2 "$@" || [ $? = 28 ] ;;
    *) command curl -sS --fail-with-body --max-time 20 "$@" ;;
  esac
}
`

/** A block that begins with a status is an example of an error. */
const shellBlock = (block: string) =>
  /^# [45]\d\d:/.test(block)
    ? `if ( ${block.replace(/\n$/, '')}\n ); then echo 'expected a refusal' >&2; exit 1; fi\n`
    : block

export const shellProgram = (blocks: string[]): string =>
  `${prelude}\n${blocks.map(shellBlock).join('\n')}\nwait\n`

const sdk = projectFile('sdk/typescript/src/index.ts')

/** One module: the imports first and once, because each block shows what it needs. */
export const typescriptProgram = (blocks: string[]): string => {
  const text = blocks.join('\n')
  const names = new Set<string>()
  const imports = new Set<string>()
  const rest = text.replaceAll(/^import (.+?) from '([^']+)'$/gm, (line, what: string, from) => {
    if (from === 'qpr-sdk') for (const name of what.match(/\w+/g) ?? []) names.add(name)
    else imports.add(line)
    return ''
  })
  return [`import { ${[...names].join(', ')} } from '${sdk}'`, ...imports, rest].join('\n')
}
