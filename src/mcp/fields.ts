import type { ToolSchema } from '../http/mcp/tool.ts'

// The arguments of tools. A model reads the descriptions and nothing else.

export const text = (description: string, maxLength?: number): ToolSchema => ({
  type: 'string',
  description,
  ...(maxLength !== undefined && { minLength: 1, maxLength }),
})

export const choice = (values: readonly string[], description: string): ToolSchema => ({
  type: 'string',
  enum: values,
  description,
})

export const integer = (description: string, minimum: number, maximum?: number): ToolSchema => ({
  type: 'integer',
  description,
  minimum,
  ...(maximum !== undefined && { maximum }),
})

export const list = (items: ToolSchema, maxItems: number, description: string): ToolSchema => ({
  type: 'array',
  items,
  maxItems,
  description,
})

export const object = (
  properties: Record<string, ToolSchema>,
  description: string,
): ToolSchema => ({ type: 'object', properties, description })

/** An object whose keys the caller chooses. */
export const map = (values: ToolSchema | true, description: string): ToolSchema => ({
  type: 'object',
  additionalProperties: values,
  description,
})

export const organization = {
  organization_id: text(
    'The organization, by id or slug. Default: the default organization of the key.',
  ),
}

export const page = (most: number) => ({
  limit: integer(`The maximum number of items to return, 1 to ${most}.`, 1, most),
  offset: integer('The number of items to skip. Default: 0.', 0),
})
