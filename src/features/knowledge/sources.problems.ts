import { invalidField, limitReached, problem } from '../../platform/http/problem.ts'

/** 404, not 403: outsiders must not learn which sources exist. */
export const sourceNotFound = (id: string) =>
  problem(404, 'source_not_found', `There is no source ${id.slice(0, 100)}.`)

export const tooManySources = (maximum: number) =>
  limitReached(
    `This organization already has the maximum of ${maximum} sources. Delete a source that is no ` +
      'longer needed.',
  )

export const tooManyPages = (maximum: number) =>
  limitReached(
    `This organization already has the maximum of ${maximum} pages. Delete a source that is no ` +
      'longer needed.',
  )

export const tooManyBytes = (maximum: number) =>
  limitReached(
    `The files of this organization may have ${maximum} MB together. Delete a file that is no ` +
      'longer needed.',
  )

export const required = (field: string, kind: string) =>
  invalidField(`/${field}`, 'required', `${field} is required for a ${kind}.`)

export const notForKind = (field: string, kind: string) =>
  invalidField(`/${field}`, 'not_allowed', `${field} is not possible for a ${kind}.`)

export const unknownCode = (at: number, id: string) =>
  invalidField(
    `/code_ids/${at}`,
    'unknown',
    `The organization of the source has no code ${id.slice(0, 100)}.`,
  )

export const invalidUrl = (message: string) => invalidField('/url', 'invalid_url', message)

export const fileDeleted = () =>
  problem(
    409,
    'source_not_refreshable',
    'The file could not be read, and its content was deleted. Upload it again.',
  )

export const notRefreshable = () =>
  problem(
    409,
    'source_not_refreshable',
    'A question has no origin to read again. Change its answer instead.',
  )
