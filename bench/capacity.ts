import { type Kind, type Measured, openLaboratory, type Run } from './capacity/measure.ts'
import { costAt, errorOf, fitPower, type Model, predict, resources } from './capacity/model.ts'
import { type Check, writePage } from './capacity/page.ts'
import { report } from './report.ts'

const durationMs = 6000
const mostError = 0.25

/** The rates that the model is made from. */
const fitted: Run[] = [
  { kind: 'scan', processes: 1, perSecond: 50 },
  { kind: 'scan', processes: 1, perSecond: 250 },
  { kind: 'delivered', processes: 1, perSecond: 40 },
  { kind: 'delivered', processes: 1, perSecond: 160 },
  { kind: 'message', processes: 1, perSecond: 8 },
  { kind: 'message', processes: 1, perSecond: 24 },
]

/** Other rates and numbers of processes, which the model predicts. */
const checked: Run[] = [
  { kind: 'scan', processes: 1, perSecond: 120 },
  { kind: 'scan', processes: 1, perSecond: 400 },
  { kind: 'scan', processes: 2, perSecond: 200 },
  { kind: 'scan', processes: 4, perSecond: 400 },
  { kind: 'delivered', processes: 1, perSecond: 80 },
  { kind: 'message', processes: 1, perSecond: 16 },
]

const scansPerDay = [1e6, 1e8, 1e9]

/** What scans, messages and deliveries cost, and what that predicts. */
export const bench = async () => {
  const { model, checks } = await measureAll()
  for (const check of checks) reportCheck(check)
  const predictions = scansPerDay.map((scans) => predict(model, scans))
  for (const { scansPerDay: scans, processes, limits } of predictions) {
    const [first] = limits
    report(
      `prediction for ${scans.toLocaleString('en')} scans a day`,
      `${processes} processes`,
      'a figure',
      true,
      `first limit: ${first?.name}, ${Math.round((first?.used ?? 0) * 100)} % used`,
    )
  }
  await writePage({ model, checks, predictions })
}

const measureAll = async () => {
  const laboratory = await openLaboratory()
  const measured: Measured[] = []
  let rest: Pick<Model, 'idle' | 'holdMs'> | undefined
  try {
    for (const processes of [1, 2, 4]) {
      const service = await laboratory.start(processes)
      const runs = [...fitted, ...checked].filter((run) => run.processes === processes)
      // The first requests compile code and create the rows of the day.
      const kinds = new Set(runs.map(({ kind }) => kind))
      for (const kind of kinds) await service.run({ kind, processes, perSecond: 40 }, 3000)
      rest ??= { idle: await service.idle(5000), holdMs: await service.holdMs() }
      for (const run of runs) {
        const one = await service.run(run, durationMs)
        console.log(describe(one))
        measured.push(one)
      }
      await service.stop()
    }
  } finally {
    await laboratory.stop()
  }
  if (!rest) throw new Error('nothing was measured')
  const model = modelOf(measured.slice(0, fitted.length), rest)
  return { model, checks: measured.slice(fitted.length).map((one) => checkOf(model, one)) }
}

const describe = ({ kind, processes, perSecond, cost, failures }: Measured) =>
  `measured  ${kind}, ${perSecond} a second, ${processes} processes: ${JSON.stringify(cost)}, ${failures} failures`

const modelOf = (measured: Measured[], rest: Pick<Model, 'idle' | 'holdMs'>): Model => {
  const ofKind = (kind: Kind) => measured.filter((one) => one.kind === kind)
  const costs = (kind: Kind) => {
    const power = (resource: (typeof resources)[number]) => {
      const idle = resource === 'service' || resource === 'postgres' ? rest.idle[resource] : 0
      return fitPower(
        ofKind(kind).map(({ perSecond, cost }) => ({
          perSecond,
          cost: Math.max(cost[resource] - idle, 1e-6),
        })),
      )
    }
    return {
      service: power('service'),
      postgres: power('postgres'),
      log: power('log'),
      database: power('database'),
      visitors: power('visitors'),
    }
  }
  const stored = (kind: Kind) => ofKind(kind).at(-1)?.stored ?? 0
  return {
    scan: costs('scan'),
    delivered: costs('delivered'),
    message: costs('message'),
    stored: {
      scan: stored('scan'),
      delivered: stored('delivered'),
      message: stored('message'),
    },
    ...rest,
  }
}

const checkOf = (model: Model, run: Measured): Check => {
  const values = resources.map((resource) => {
    const idle = resource === 'service' || resource === 'postgres' ? model.idle[resource] : 0
    const each = costAt(model[run.kind][resource], run.perSecond / run.processes)
    const predicted = run.processes * (idle + each)
    return { resource, predicted, measured: run.cost[resource] }
  })
  return { ...run, values }
}

const reportCheck = ({ kind, processes, perSecond, failures, values }: Check) => {
  const errors = values.map(({ predicted, measured }) => errorOf(predicted, measured))
  const worst = Math.max(...errors)
  const percent = (value: number) => `${Math.round(value * 100)} %`
  report(
    `${kind}, ${perSecond} a second, ${processes} ${processes === 1 ? 'process' : 'processes'}: largest error`,
    percent(worst),
    '≤ 25 %',
    worst <= mostError && failures === 0,
    `${values.map(({ resource }, i) => `${resource} ${percent(errors[i] ?? 0)}`).join(', ')}; ${failures} failures`,
  )
}
