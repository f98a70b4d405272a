/** The state of a group of unanswered questions. */
export const questionStatuses = ['open', 'answered', 'dismissed'] as const
export type QuestionStatus = (typeof questionStatuses)[number]
