import { problem } from '../../platform/http/problem.ts'

export const codeNotFound = (id: string) =>
  problem(404, 'code_not_found', `There is no code ${id.slice(0, 100)}.`)
