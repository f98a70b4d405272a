import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Add } from './declaration.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

export const addHelpCommands = (add: Add, program: CommandUnknownOpts) => {
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
    .action(async (shell) => (await import('./completion.ts')).printScript(shell, program))

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
