import { readContext, type Service } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import type { CodeStyle } from './codes.contents.schema.ts'
import { retrieveCode } from './codes.ts'
import { codeForPreview, codesForSheet, findForDrawing } from './drawings.ts'

export type Codes = ReturnType<typeof legacyCodes>

/** The rules of codes for callers without a context. */
export const legacyCodes = (service: Service) => {
  const context = readContext(service, null)
  return {
    forDrawing: (shortId: string) => findForDrawing(context, shortId),
    forPreview: (
      actor: Actor,
      about: { qpr_code_id?: string; organization_id?: string },
      draft?: CodeStyle,
    ) => codeForPreview(readContext(service, actor), about, draft),
    forSheet: (actor: Actor, ids: string[]) => codesForSheet(readContext(service, actor), ids),
    retrieve: (actor: Actor, id: string) => retrieveCode(readContext(service, actor), id),
  }
}
