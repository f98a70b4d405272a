import type { ModelRequest } from '../conversations/models/model.ts'
import type { Transaction } from '../storage/database.ts'
import type { Found } from './passage.ts'
import type { Retrieval } from './retrieval/retrieval.ts'
import type { Complete } from './retrieval/rewriting.ts'
import type { Sources } from './sources/sources.ts'

/** What conversations need of the sources. */
export interface Knowledge {
  /** The passages from which a code answers. */
  find(
    code: { id: string; organizationId: string },
    asked: {
      question: string
      said: ModelRequest['messages']
      language: string
      /** Asks the model of the code for better search words; absent: none is asked. */
      complete?: Complete
    },
  ): Promise<Found>
  /**
   * Adds an owner's answer as a source, in the transaction of its cause. Null for `codeIds` means
   * all codes. Returns the id of the source.
   */
  addAnswer(
    tx: Transaction,
    answer: { organizationId: string; codeIds: string[] | null; question: string; answer: string },
  ): Promise<string>
}

export const createKnowledge = (retrieval: Retrieval, sources: Sources): Knowledge => ({
  find: (code, asked) => retrieval.find(code, asked),
  addAnswer: (tx, { organizationId, codeIds, question, answer }) =>
    sources.addQuestion(tx, organizationId, { question, answer }, codeIds),
})
