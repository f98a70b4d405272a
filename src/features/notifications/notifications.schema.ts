import { type Static, Type } from 'typebox'
import { ownerLanguages } from '#contract/languages.ts'
import { summaryIntervals } from '#contract/notifications.ts'
import { Bool, Instant, Nullable, named, OneOf, Str } from '../../platform/http/schema.ts'

const choices = {
  webhook_failing: Bool(
    'A mail when every delivery of a webhook has failed for a day, and when the webhook is ' +
      'switched off after five days. Default: true for owners.',
    true,
  ),
  plan_limit: Bool(
    'A mail when 80 % of a monthly limit of the plan are used. Owners are always told when a ' +
      'limit is reached.',
    false,
  ),
  bad_rating: Bool(
    'A mail when visitors rate answers as bad, at most once an hour with all ratings of that hour.',
    false,
  ),
  unanswered_question: Bool(
    'A mail when an answer did not know what a visitor asked, at most every 15 minutes with all ' +
      'questions since the last mail.',
    false,
  ),
  handoff: Bool(
    'A mail when a visitor asks for a person and you are one of those who answer. Default: true.',
    true,
  ),
  summary: OneOf(
    summaryIntervals,
    'A summary at 7:00, of the day before or, on Mondays, of the week before. No mail is sent ' +
      'for a period without scans and conversations.',
    'weekly',
  ),
  language: OneOf(
    ownerLanguages,
    'The language of your mails, in all of your organizations. Default: the language of your ' +
      'browser when you signed in.',
    'en',
  ),
  time_zone: Str(
    'Your time zone for summaries, in all of your organizations, as in the IANA database. ' +
      'Default: UTC.',
    'Europe/Berlin',
    { maxLength: 64, pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$' },
  ),
}

export const NotificationSettings = named(
  'NotificationSettings',
  Type.Object({
    ...choices,
    next_summary_at: Nullable(Instant('When the next summary is due; null without summaries.')),
  }),
)

export const NotificationChanges = Type.Partial(Type.Object(choices))
export type NotificationChanges = Static<typeof NotificationChanges>
