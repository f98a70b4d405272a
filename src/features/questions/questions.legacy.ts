import { newAudit } from '../../platform/audit.ts'
import { changeContext, type Service } from '../../platform/context.ts'
import type { Transaction } from '../../platform/store/database.ts'
import { recordQuestion } from './questions.ts'

export type Learning = ReturnType<typeof legacyLearning>

type Recorded = Parameters<typeof recordQuestion>[1]

/** The rules of questions for callers without a context. */
export const legacyLearning = (service: Service) => ({
  note: (tx: Transaction, question: Recorded) =>
    recordQuestion(changeContext(service, tx, null, newAudit()), question),
})
