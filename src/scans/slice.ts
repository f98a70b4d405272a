import type { FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Codes } from '../codes/codes.ts'
import type { Actor } from '../http/callers/actor.ts'
import type { Streams } from '../http/output/streams.ts'
import type { Clock } from '../kit/clock.ts'
import { addGauge } from '../kit/gauges.ts'
import type { Access } from '../organizations/access.ts'
import type { Database } from '../storage/database.ts'
import type { Outbox } from '../webhooks/events/outbox.ts'
import { insightRoutes } from './analytics/insight.routes.ts'
import { createInsight } from './analytics/insight.ts'
import { createDeviceKeys } from './page/device-keys.ts'
import { scanPages } from './page/pages.ts'
import { createPlaces } from './page/places.ts'
import { createRecorder } from './recording/recorder.ts'
import { scanRoutes } from './scans.routes.ts'
import { createScans } from './scans.ts'

type PageOptions = Parameters<typeof scanPages>[0]

interface ScansDeps
  extends Pick<
    PageOptions,
    'isDemo' | 'hasScanned' | 'scanCookie' | 'chat' | 'mayCompress' | 'https' | 'root'
  > {
  database: Database
  clock: Clock
  access: Access
  codes: Codes
  outbox: Outbox
  live: Streams
  registry: Registry
  isInForce: (actor: Actor) => Promise<boolean>
  geoDatabase: string | null
  visitorPages: () => PageOptions['pages']
}

/** The scans of codes: recording, lists, analytics, live streams. */
export const createScansSlice = (deps: ScansDeps) => {
  const { database, clock } = deps
  const scans = createScans(deps)
  const insight = createInsight({ ...deps, db: database.db, scans })
  return {
    rules: { scans },
    api: async (app: FastifyInstance) => {
      app.register(scanRoutes({ ...deps, scans }))
      app.register(insightRoutes(insight))
    },
    // Created when the service starts, because no command needs the recorder or the country
    // database.
    pages: async (app: FastifyInstance) => {
      const counter = new Counter({
        name: 'qpr_scans_total',
        help: 'Scans that this process has recorded.',
        registers: [deps.registry],
      })
      const recorder = createRecorder({
        ...deps,
        recorded: (organizationIds, scans) => {
          counter.inc(scans)
          for (const organizationId of organizationIds) {
            database.signals.send({ kind: 'scans-recorded', organizationId })
          }
        },
      })
      addGauge(
        deps.registry,
        'qpr_scans_waiting',
        'Scans that this process has not stored yet.',
        recorder.waiting,
      )
      const deviceKeys = createDeviceKeys({ clock, https: deps.https, root: deps.root })
      const places = createPlaces(deps.geoDatabase)
      app.register(scanPages({ ...deps, recorder, deviceKeys, places, pages: deps.visitorPages() }))
    },
  }
}
