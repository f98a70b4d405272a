import { print } from '../command.ts'
import { bashCompletion } from './completion.bash.ts'
import { fishCompletion } from './completion.fish.ts'
import { zshCompletion } from './completion.zsh.ts'
import type { Run, Shell } from './table.ts'

export const scripts: Readonly<Record<Shell, () => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

export const run: Run<'completion'> = async ({ shell }) => print(scripts[shell as Shell]())
