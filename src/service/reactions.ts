import { endAccessOfFormerUsers } from '../features/accounts/account.ts'
import { moveUsage } from '../features/answers/budget.ts'
import { notifyLimitNear, notifyPlanChanged } from '../features/billing/notices.ts'
import { requireUnpaid } from '../features/billing/subscriptions.ts'
import { mailWaitingVisitor } from '../features/notifications/handoff.ts'
import { notifyWebhookFailing } from '../features/notifications/notifications.ts'
import { collectBadRating } from '../features/notifications/ratings.ts'
import { collectUnanswered } from '../features/notifications/unanswered.ts'
import {
  leaveClosedCodes,
  leaveDeletedCode,
  leaveDeletedOrganization,
  leaveMember,
} from '../features/people/handling.ts'
import { recordUnknownQuestion } from '../features/questions/questions.ts'
import { embedPassages } from '../features/retrieval/embedding.ts'
import type { Reactions } from '../platform/context.ts'
import { deleteRowsOfCode, deleteRowsOfOrganization } from './deletion.ts'

/** Which features react to a fact that a feature below them announces, in this order. */
export const reactions: Reactions = {
  addressConfirmed: [endAccessOfFormerUsers],
  codeDeleted: [leaveDeletedCode, deleteRowsOfCode],
  codeMoved: [moveUsage],
  codesClosed: [leaveClosedCodes],
  memberGone: [leaveMember],
  visitorWaits: [mailWaitingVisitor],
  organizationDeleting: [requireUnpaid],
  organizationDeleted: [leaveDeletedOrganization, deleteRowsOfOrganization],
  passagesAdded: [embedPassages],
  turnEnded: [recordUnknownQuestion, collectUnanswered],
  answerRatedDown: [collectBadRating],
  webhookFailing: [notifyWebhookFailing],
  limitNear: [notifyLimitNear],
  planChanged: [notifyPlanChanged],
}
