import type { Secrets } from '../kit/secrets.ts'
import type { Outgoing } from '../mail/mail.ts'
import type { Access } from '../organizations/access.ts'
import type { LoggedBase } from '../storage/database.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { createNotifications } from './notifications.ts'
import { createRatings } from './ratings.ts'
import { createSender } from './sender.ts'
import { type HoursBetween, summarySections, type UnansweredIn } from './summary.sections.ts'
import { createSummaries } from './summary.ts'
import { unsubscribePages } from './unsubscribe.pages.ts'
import { createUnsubscribeLinks } from './unsubscribe.ts'

interface NotificationsDeps extends LoggedBase {
  access: Access
  mail: Outgoing
  secrets: Secrets
  baseUrl: string
  hoursBetween: HoursBetween
  unansweredIn: UnansweredIn
}

/** The mails that members choose: their settings, their recipients, and when they are sent. */
export const createNotificationsSlice = (deps: NotificationsDeps) => {
  const { database, baseUrl, hoursBetween, unansweredIn } = deps
  const notifications = createNotifications(deps)
  const ratings = createRatings(deps)
  const sections = summarySections(hoursBetween, unansweredIn)
  const summaries = createSummaries({ ...deps, sections })
  const sender = createSender({ ...deps, ratings, summaries })
  const links = createUnsubscribeLinks(deps.secrets, baseUrl)
  return {
    rules: { notifications, notificationSender: sender, ratedDown: ratings.note },
    unsubscribeLink: links.link,
    quotes: { badRatings: ratings.quote, summary: summaries.quote },
    api: notificationRoutes(notifications),
    pages: unsubscribePages({
      database,
      notifications,
      links,
      basePath: new URL(baseUrl).pathname.replace(/\/$/, ''),
    }),
    start: sender.start,
    stop: sender.stop,
  }
}
