import type { ServiceFacts } from '../features/accounts/account.api.ts'
import type { Turns } from '../features/answers/turns.ts'
import type { Images } from '../features/images/images.ts'
import type { Models } from '../features/models/models.ts'
import type { Service } from '../platform/context.ts'
import type { MinuteLimit } from '../platform/http/limits/minute-limit.ts'
import type { createChild } from '../platform/kit/child.ts'
import type { Clock } from '../platform/kit/clock.ts'
import type { Logger } from '../platform/kit/log.ts'
import type { createThreads, Threads } from '../platform/kit/threads.ts'
import type { Database } from '../platform/store/database.ts'
import type { Config } from './config/config.ts'
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

/** The parts of the running service that `composeService` refers to. */
export interface Visitors {
  facts: () => ServiceFacts
  models: Models
  threads: Threads
  images: Images
  pageScripts: Service['pageScripts']
  turns: Turns
  mayCost: MinuteLimit
}
