// Run as a program, it writes docs/commands.md.
import { writeFileSync } from 'node:fs'
import { projectFile } from '../platform/kit/project.ts'
import { optionTerm } from './command.ts'
import {
  commonExits,
  createProgram,
  type Documented,
  nameOf,
  optionMeaning,
  termOf,
  usageOf,
} from './program.ts'

/** The text of docs/commands.md. */
export const reference = (): string => {
  const all = Object.values(createProgram().commands)
  const sections = [...new Set(all.map(sectionOf))]
  const parts = sections.flatMap((section) => [
    `## ${section.replace(':', '')}`,
    ...all.filter((one) => sectionOf(one) === section).flatMap(commandPart),
  ])
  return `${[introduction, ...parts].join('\n\n')}\n`
}

const sectionOf = ({ command }: Documented): string =>
  (command.parent?.parent ? command.parent : command).helpGroup()

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

const introduction = `# The qpr command

This page is generated from the declarations of the commands (\`npm run docs:commands\`). \`qpr help COMMAND\` prints the same text.

Where the project is a checkout, write \`npx qpr\` instead of \`qpr\`.

- \`qpr --version\` prints the version, \`qpr help\` the list of commands.
- \`--json\` prints one JSON document (for \`tail\` and \`listen\`: one line of JSON for each event). Fields may be added; none is renamed or removed. Notes and errors go to standard error as text.
- Output is coloured only on a terminal. \`NO_COLOR=1\` turns colours off.
- Commands that only read create no file and change nothing.
- Commands that talk to a service choose it in this order: \`--server\`, \`QPR_URL\`, \`qpr login\`, the service of this folder (\`QPR_BASE_URL\`, by default \`http://localhost:3000\`). The key: \`--key\`, \`QPR_API_KEY\`, \`qpr login\`. A stored key is only sent to the service that it was stored for, and a \`QPR_API_KEY\` in the \`.env\` of a folder is not sent to the service of \`qpr login\`.
- An error of the service is printed with its sentence and the request id, which is also in the log of the service.

Exit codes:

${table(['code', 'meaning'], Object.entries(commonExits))}

A closed pipe (\`qpr config | head\`) is not an error. Ctrl+C ends \`serve\`, \`tail\` and \`listen\` with 0, because they run until then, and every other command with 130.`

const commandPart = ({ command, notes }: Documented): string[] => {
  const given = command.registeredArguments.map((argument) => [
    `\`${termOf(argument)}\``,
    optionMeaning(argument),
  ])
  const options = command
    .createHelp()
    .visibleOptions(command)
    .map((option) => [`\`${optionTerm(option)}\``, optionMeaning(option)])
  return [
    `### qpr ${nameOf(command)}`,
    fence('sh', [usageOf(command)]),
    `${notes.summary}. ${notes.details.join('\n\n')}${notes.readsOnly ? ' Only reads.' : ''}`,
    table(['argument or option', 'meaning'], [...given, ...options]),
    ...Object.entries(notes.exits ?? {}).map(([code, meaning]) => `Exit code ${code}: ${meaning}.`),
    fence('sh', notes.examples),
    ...(notes.json === undefined ? [] : [jsonPart(notes.json, notes.isJsonLines === true)]),
  ]
}

const fence = (language: string, lines: readonly string[]): string =>
  [`\`\`\`${language}`, ...lines, '```'].join('\n')

const jsonPart = (example: unknown, isLines: boolean): string =>
  `With \`--json\`${isLines ? ', one line for each' : ''}:\n\n${fence('json', [
    isLines ? JSON.stringify(example) : JSON.stringify(example, null, 2),
  ])}`

if (import.meta.main) writeFileSync(projectFile('docs/commands.md'), reference())
