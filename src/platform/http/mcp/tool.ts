import type { Schemas } from '../openapi/document.ts'

export type Arguments = Readonly<Record<string, unknown>>

interface ToolResult {
  /** For the model. Default: the data as JSON. */
  text?: string
  /** For programs. */
  data: Record<string, unknown>
}

/** A tool that an assistant calls over the Model Context Protocol (MCP). */
export interface Tool {
  name: string
  title: string
  /** For the model: what the tool does, and when to use it. */
  description: string
  input: { properties: Schemas; required?: readonly string[] }
  /** Assistants ask a person before a tool changes or deletes something. */
  effect: 'reads' | 'adds' | 'changes' | 'deletes'
  run: (input: Arguments, signal: AbortSignal) => Promise<ToolResult>
}

/** What an endpoint offers to an assistant. */
export interface Offer {
  name: string
  title: string
  version: string
  /** For the model: what the tools are for. */
  instructions: string
  tools: readonly Tool[]
  /** Called for errors that are bugs. */
  failed: (error: unknown) => void
}

/** A refusal that the assistant reads. Any other exception of a tool is a bug. */
export class ToolError extends Error {
  readonly data: Record<string, unknown> | undefined

  constructor(sentence: string, data?: Record<string, unknown>) {
    super(sentence)
    this.data = data
  }
}

interface ProblemFields {
  detail?: unknown
  errors?: { pointer: string; message: string }[]
}

/** A problem of the API as an error of the tool: the sentence, and one for each invalid field. */
export const asToolError = (problem: Record<string, unknown>): ToolError => {
  const { detail, errors = [] } = problem as ProblemFields
  const sentences = [String(detail), ...errors.map(({ message }) => message)]
  return new ToolError([...new Set(sentences)].join(' '), problem)
}

/** Runs a call whose fields have other names than the arguments of the tool: its errors name these. */
export const namingArguments = async <T>(
  names: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ToolError) || !error.data) throw error
    const { detail, errors = [] } = error.data as ProblemFields
    const renamed = errors.map((one) => {
      const [, field = ''] = one.pointer.split('/')
      const name = names[field] ?? field
      return {
        ...one,
        pointer: one.pointer.replace(field, () => name),
        message: one.message.replace(field, () => name),
      }
    })
    const at = errors.findIndex(({ message }) => message === detail)
    throw asToolError({
      ...error.data,
      ...(errors.length > 0 && { errors: renamed }),
      detail: renamed[at]?.message ?? detail,
    })
  }
}
