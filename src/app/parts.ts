import type { ServiceFacts } from '../accounts/account.routes.ts'
import type { Config } from '../config/config.ts'
import type { Models } from '../conversations/models/models.ts'
import type { createConversationsSlice } from '../conversations/slice.ts'
import type { MinuteLimit } from '../http/limits/minute-limit.ts'
import type { Images } from '../images/images.ts'
import type { createChild } from '../kit/child.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/log.ts'
import type { createThreads } from '../kit/threads.ts'
import type { Database } from '../storage/database.ts'
import type { VisitorPages } from '../visitor-page/page.ts'
import type { Siblings } from './siblings.ts'
import type { RunningTracing } from './tracing.ts'

export interface Parts {
  config: Config
  database: Database
  clock: Clock
  log: Logger
  /** Null, or absent: no request is traced. */
  tracing?: Pick<RunningTracing, 'watch'> | null
  /** Null, or absent: this is the only process of the service on this machine. */
  siblings?: Siblings | null
  /** Requests wait until it resolves. Absent: they are served at once. */
  opened?: Promise<void>
  /** Absent: the threads belong to this service. */
  createThreads?: typeof createThreads
  /** Absent: the child process belongs to this service. */
  createChild?: typeof createChild
}

/** The parts of the running service that the slices need. */
export interface Visitors {
  facts: () => ServiceFacts
  models: Pick<Models, 'choices'>
  images: Pick<Images, 'checkLogo'>
  pages: VisitorPages
  conversations: Pick<
    ReturnType<typeof createConversationsSlice>,
    'isDemo' | 'hasScanned' | 'scanCookie' | 'chat' | 'ownerSays'
  >
  mayCost: MinuteLimit
}
