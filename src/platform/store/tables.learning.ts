import type { QuestionStatus } from '#contract/questions.ts'

export interface LearningTables {
  /** Similar questions that an owner answers or dismisses together. */
  question_groups: {
    id: string
    organization_id: string
    status: QuestionStatus
    /** The codes that the answer is for, as JSON; null: all codes. */
    code_ids: string | null
    /** The knowledge source of the answer. */
    source_id: string | null
    answered_at: number | null
    created_at: number
  }
  asked_questions: {
    /** The answer that did not know it, or knew it only partly. */
    answer_id: string
    /** The visitor's message. */
    asked_id: string
    conversation_id: string
    organization_id: string
    /** Null until it is grouped. */
    group_id: string | null
    /** From the embedding model, if there is one. */
    vector: Uint8Array | null
    asked_at: number
  }
}
