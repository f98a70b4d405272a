import { invalidField, problem } from '../../platform/http/problem.ts'

export const questionNotFound = (id: string) =>
  problem(404, 'question_not_found', `There is no question ${id.slice(0, 100)}.`)

export const answerNotFound = (id: string) =>
  problem(404, 'message_not_found', `There is no finished answer ${id.slice(0, 100)}.`)

export const alreadyAnswered = () =>
  problem(
    409,
    'question_answered',
    'This question is already answered. Answer it again to replace its answer.',
  )

export const otherOrganization = () =>
  invalidField(
    '/question_ids',
    'other_organization',
    'Only questions of the same organization can be merged.',
  )

export const unknownCode = (at: number) =>
  invalidField(`/code_ids/${at}`, 'unknown', 'The organization has no code with this id.')
