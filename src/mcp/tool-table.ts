import { type Permission, permissions, roles } from '#contract/roles.ts'
import type { ApiCall, CallApi } from '../http/mcp/inner-call.ts'
import { type Arguments, type Tool, ToolError } from '../http/mcp/tool.ts'

/** A tool that calls one operation of the API with its arguments. */
export interface ApiTool extends Omit<Tool, 'run'> {
  method: ApiCall['method']
  /** With the names of arguments: `/v1/qpr-codes/{id}`. The other arguments are query or body. */
  path: string
  /** The path when an argument of the other path is omitted. */
  pathWithout?: string
  /** Fields of the body that are the same in every call. */
  fixed?: Readonly<Record<string, string>>
  /** The permission of the operation. Undefined: every role has it. */
  permission?: Permission
}

/** The tool as an assistant gets it. The operation checks the arguments and the role. */
export const toolFor = (tool: ApiTool, call: CallApi): Tool => {
  const { method, path, pathWithout, fixed, permission, ...described } = tool
  return {
    ...described,
    description: [tool.description, ...neededRole(permission)].join(' '),
    run: async (input) => {
      const data = await call(callWith(tool, input))
      return { data: Object.keys(data).length === 0 ? { done: true } : data }
    },
  }
}

/** Tells a model in advance what a key with a low role cannot do. */
const neededRole = (permission: Permission | undefined): string[] => {
  const needed = permission ? permissions[permission] : roles
  return needed.length === roles.length ? [] : [`Needs the role ${needed.at(-1)} or higher.`]
}

const callWith = (tool: ApiTool, input: Arguments): ApiCall => {
  const { method, pathWithout, fixed } = tool
  const rest = { ...input }
  const address = tool.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    if (value === undefined && pathWithout !== undefined) return ''
    if (typeof value !== 'string' || value === '') throw missing(name)
    return encodeURIComponent(value)
  })
  const path = address.includes('//') && pathWithout !== undefined ? pathWithout : address
  if (method === 'POST' || method === 'PATCH') return { method, path, body: { ...rest, ...fixed } }
  const query = queryOf(rest)
  return { method, path: query === '' ? path : `${path}?${query}` }
}

const missing = (name: string) =>
  new ToolError(`${name} is required.`, { code: 'invalid_input', status: 422 })

const queryOf = (input: Arguments): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    for (const one of [value].flat()) query.append(name, String(one))
  }
  return query.toString()
}
