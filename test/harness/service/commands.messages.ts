/** A command for a host; `input` is its standard input. */
export interface Command {
  readonly args: string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly input?: string | undefined
}

/** Ends the output of a command. The program replaces every such character in its own output. */
export const endMark = '\0'
