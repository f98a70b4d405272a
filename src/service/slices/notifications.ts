import { notificationRoutes } from '../../features/notifications/notifications.routes.ts'
import { createNotifications } from '../../features/notifications/notifications.ts'
import { createRatings } from '../../features/notifications/ratings.ts'
import { createSender } from '../../features/notifications/sender.ts'
import {
  type HoursBetween,
  summarySections,
  type UnansweredIn,
} from '../../features/notifications/summary.sections.ts'
import { createSummaries } from '../../features/notifications/summary.ts'
import { unsubscribePages } from '../../features/notifications/unsubscribe.pages.ts'
import { createUnsubscribeLinks } from '../../features/notifications/unsubscribe.ts'
import type { Access } from '../../features/organizations/access.ts'
import type { Secrets } from '../../platform/kit/secrets.ts'
import type { Outgoing } from '../../platform/mail/mail.ts'
import type { LoggedBase } from '../../platform/store/database.ts'

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
