import type { FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Codes } from '../../features/codes/codes.legacy.ts'
import type { Outbox } from '../../features/events/outbox.ts'
import type { Access } from '../../features/organizations/access.ts'
import { insightRoutes } from '../../features/scans/insight.routes.ts'
import { createInsight } from '../../features/scans/insight.ts'
import { createRecorder } from '../../features/scans/recorder.ts'
import { scanRoutes } from '../../features/scans/scans.routes.ts'
import { createScans } from '../../features/scans/scans.ts'
import { scanPages } from '../../features/visitor/scan.pages.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import type { Streams } from '../../platform/http/output/streams.ts'
import type { Clock } from '../../platform/kit/clock.ts'
import { addGauge } from '../../platform/kit/gauges.ts'
import { createPlaces } from '../../platform/kit/places.ts'
import type { Database } from '../../platform/store/database.ts'

interface ScansDeps {
  database: Database
  clock: Clock
  access: Access
  codes: Codes
  outbox: Outbox
  live: Streams
  registry: Registry
  isInForce: (actor: Actor) => Promise<boolean>
  geoDatabase: string | null
}

/** The scans of codes: recording, lists, analytics, live streams. */
export const createScansSlice = (deps: ScansDeps) => {
  const { database } = deps
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
      const places = createPlaces(deps.geoDatabase)
      app.register(scanPages({ recorder, places }))
    },
  }
}
