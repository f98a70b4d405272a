import { readContext, type Service } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import { retrieveCode } from './codes.ts'

export type Codes = ReturnType<typeof legacyCodes>

/** The rules of codes for callers that have no context. */
export const legacyCodes = (service: Service) => ({
  retrieve: (actor: Actor, id: string) => retrieveCode(readContext(service, actor), id),
})
