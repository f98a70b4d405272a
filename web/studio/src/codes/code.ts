import { qpr, type Schema } from '../api/client.ts'
import { useRead } from '../api/read.ts'
import { codeRoute } from '../routes.ts'

export type Code = Schema<'QprCodeDetail'>

/** The code of the address. The page around the tabs shows its error. */
export const useCode = (): Code | undefined => {
  const { id } = codeRoute.useParams()
  return useRead(qpr.codes.get, id).data
}

/** Paths to read again after a change of a code. */
export const codePaths = ['/v1/qpr-codes', '/v1/organizations'] as const
