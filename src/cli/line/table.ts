import type { CommandSpec, ValuesOf } from './spec.ts'
import { localCommands } from './table.local.ts'
import { remoteCommands } from './table.remote.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

const helpCommands = {
  completion: {
    summary: 'Print a completion script',
    arguments: [{ name: 'shell', help: 'the shell', choices: shells }],
    details: [
      'Prints a script with which the shell completes commands, flags and their values. qpr must be in the PATH.',
    ],
    examples: [
      'qpr completion bash > ~/.local/share/bash-completion/completions/qpr',
      'qpr completion zsh > "$' + '{fpath[1]}/_qpr"',
      'qpr completion fish > ~/.config/fish/completions/qpr.fish',
    ],
    readsOnly: true,
  },
  help: {
    summary: 'Describe a command',
    arguments: [
      { name: 'command', help: 'a command; default: list all commands', isOptional: true },
      { name: 'action', help: 'an action of the command', isOptional: true },
    ],
    details: ['qpr COMMAND --help prints the same.'],
    examples: ['qpr help codes create'],
    readsOnly: true,
  },
} as const satisfies Record<string, CommandSpec>

/** A name of two words is an action of a group. */
const table = { ...localCommands, ...remoteCommands, ...helpCommands }

export type CommandName = keyof typeof table
export type Values<N extends CommandName> = ValuesOf<(typeof table)[N]>
/** The code of a command. */
export type Run<N extends CommandName> = (values: Values<N>) => Promise<void>

export const commands: Readonly<Record<CommandName, CommandSpec>> = table
export const commandNames = Object.keys(table) as CommandName[]

interface Group {
  summary: string
  /** The action when none is named. */
  default?: string
}

export const groups: Readonly<Record<string, Group>> = {
  keys: { summary: 'Create, list and revoke API keys' },
  jobs: { summary: 'List, cancel and retry background jobs', default: 'list' },
  codes: { summary: 'List and create codes' },
  knowledge: { summary: 'Add documents, pages and sites to the knowledge' },
}

export const sections: Readonly<Record<string, CommandName[]>> = {
  'On the machine of the service': Object.keys(localCommands) as CommandName[],
  'With a service, on this machine or elsewhere': Object.keys(remoteCommands) as CommandName[],
  Help: Object.keys(helpCommands) as CommandName[],
}

/** The first words of commands, each once, in the order of the table. */
export const firstWords = (names: readonly CommandName[] = commandNames): string[] => [
  ...new Set(names.map((name) => name.split(' ')[0] ?? '')),
]

export const actionsOf = (group: string): string[] =>
  commandNames
    .filter((name) => name.startsWith(`${group} `))
    .map((name) => name.slice(group.length + 1))

export const summaryOf = (word: string): string =>
  groups[word]?.summary ?? commands[word as CommandName].summary

/** Exit codes that every command has. */
export const commonExits: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'the command failed; the reason is on standard error',
  2: 'wrong usage: an unknown command or flag, a missing or invalid value',
}
