import {
  Argument,
  Command,
  type CommandUnknownOpts,
  type Help,
  type Option,
} from '@commander-js/extra-typings'
import { version } from '../platform/kit/project.ts'
import { type Add, type Notes, optionTerm, paint, print, printText, shells } from './command.ts'
import { addLocalCommands } from './commands.local.ts'
import { addRemoteCommands } from './commands.remote.ts'

/** Exit codes that every command has. */
export const commonExits: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'the command failed; the reason is on standard error',
  2: 'wrong usage: an unknown command or flag, a missing or invalid value',
}

const groupSummaries: Readonly<Record<string, string>> = {
  keys: 'Create, list and revoke API keys',
  jobs: 'List, cancel and retry background jobs',
  codes: 'List and create codes',
  knowledge: 'Add documents, pages and sites to the knowledge',
}

export const termOf = (argument: Argument): string => argument.name().toUpperCase()

export const optionMeaning = ({ description, argChoices }: Option | Argument): string =>
  argChoices ? `${description} (${argChoices.join(', ')})` : description

/** `codes create` */
export const nameOf = (command: CommandUnknownOpts): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name()

/** `qpr codes create NAME [OPTIONS]` */
export const usageOf = (command: CommandUnknownOpts): string => {
  if (!command.parent) return 'qpr COMMAND [OPTIONS]'
  const given = command.registeredArguments.map((argument) =>
    argument.required ? termOf(argument) : `[${termOf(argument)}]`,
  )
  const required = command.options.filter(({ mandatory }) => mandatory).map(optionTerm)
  return [
    `qpr ${nameOf(command)}`,
    ...(command.commands.length > 0 ? ['ACTION'] : []),
    ...given,
    ...required,
    ...(command.options.length > required.length ? ['[OPTIONS]'] : []),
  ].join(' ')
}

const helpFormat: Partial<Help> = {
  commandUsage: usageOf,
  subcommandTerm: (command) => command.name(),
  argumentTerm: termOf,
  argumentDescription: optionMeaning,
  optionTerm,
  optionDescription: optionMeaning,
  styleTitle: (title) => paint('bold', title),
}

/** The end of the help of a command. */
const endOf = ({ examples, exits }: Notes): string =>
  [
    '',
    paint('bold', 'Examples:'),
    ...examples.map((example) => `  ${example}`),
    '',
    paint('bold', 'Exit codes:'),
    ...Object.entries({ ...commonExits, ...exits }).map(
      ([code, meaning]) => `  ${code.padEnd(3)}  ${meaning}`,
    ),
  ].join('\n')

export interface Documented {
  command: CommandUnknownOpts
  notes: Notes
}

/** A program for one command line, and its commands by name. */
export const createProgram = (write = printText) => {
  const program = new Command('qpr')
    .version(`qpr ${version}`, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'describe the command')
    .helpCommand(false)
    // An option after the command belongs to the command.
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp(helpFormat)
    // Errors are thrown too, and printed like all others.
    .configureOutput({ writeOut: write, writeErr: () => undefined })
    .addHelpText('before', 'qpr: QR codes that talk\n')
    .addHelpText(
      'after',
      '\nqpr help COMMAND describes a command. qpr --version prints the version.',
    )
  const groups = new Map<string, Command>()
  const commands: Record<string, Documented> = {}

  const groupOf = (name: string): Command => {
    const known = groups.get(name)
    if (known) return known
    const summary = groupSummaries[name] ?? ''
    const group = program.command(name).summary(summary).description(`${summary}.`)
    groups.set(name, group.helpCommand(false))
    return group
  }

  const add: Add = (name, notes) => {
    const [first = '', action] = name.split(' ')
    const command =
      action === undefined
        ? program.command(first)
        : groupOf(first).command(action, { isDefault: name === 'jobs list' })
    commands[name] = { command, notes }
    return command
      .summary(notes.summary)
      .description(notes.details.join('\n\n'))
      .addHelpText('after', endOf(notes))
  }

  program.commandsGroup('On the machine of the service:')
  addLocalCommands(add)
  program.commandsGroup('With a service, on this machine or elsewhere:')
  addRemoteCommands(add)
  program.commandsGroup('Help:')
  addHelpCommands(add, program)
  return { program, commands }
}

const addHelpCommands = (add: Add, program: CommandUnknownOpts) => {
  add('completion', {
    summary: 'Print a completion script',
    details: [
      'Prints a script with which the shell completes commands, flags and their values. qpr must be in the PATH.',
    ],
    examples: [
      'qpr completion bash > ~/.local/share/bash-completion/completions/qpr',
      'qpr completion zsh > "$' + '{fpath[1]}/_qpr"',
      'qpr completion fish > ~/.config/fish/completions/qpr.fish',
    ],
    readsOnly: true,
  })
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .action(async (shell) => print((await import('./completion.ts')).scriptFor(shell, program)))

  add('help', {
    summary: 'Describe a command',
    details: ['qpr COMMAND --help prints the same.'],
    examples: ['qpr help codes create'],
    readsOnly: true,
  })
    .argument('[command]', 'a command; default: list all commands')
    .argument('[action]', 'an action of the command')
    .action((...words) => {
      let described = program
      for (const word of words.filter((given) => typeof given === 'string')) {
        const found = described.commands.find((one) => one.name() === word)
        if (!found) return described.error(`error: unknown command '${word}'`)
        described = found
      }
      described.outputHelp()
    })
}
