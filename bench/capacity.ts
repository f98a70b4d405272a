import { type Kind, type Measured, openLaboratory, type Run } from './capacity/measure.ts'
import { costAt, errorOf, fitLine, type Model, predict, resources } from './capacity/model.ts'
import { type Check, writePage } from './capacity/page.ts'
import { report } from './report.ts'

const durationMs = 3000
const mostError = 0.25

/** The rates that the model is made from. */
const fitted: Run[] = [
  { kind: 'scan', processes: 1, perSecond: 50 },
  { kind: 'scan', processes: 1, perSecond: 250 },
  { kind: 'delivered', processes: 1, perSecond: 40 },
  { kind: 'delivered', processes: 1, perSecond: 160 },
  { kind: 'message', processes: 1, perSecond: 4 },
  { kind: 'message', processes: 1, perSecond: 12 },
]

/** Other rates and numbers of processes, which the model predicts. */
const checked: Run[] = [
  { kind: 'scan', processes: 1, perSecond: 120 },
  { kind: 'scan', processes: 1, perSecond: 400 },
  { kind: 'scan', processes: 2, perSecond: 200 },
  { kind: 'scan', processes: 4, perSecond: 400 },
  { kind: 'delivered', processes: 1, perSecond: 80 },
  { kind: 'message', processes: 1, perSecond: 8 },
]

/** The first requests compile code and create the rows of the day. */
const warmMs = 4000
const warm: Record<Kind, { perSecond: number }> = {
  scan: { perSecond: 300 },
  delivered: { perSecond: 150 },
  message: { perSecond: 12 },
}

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
      const runs = [...fitted, ...checked]
        .filter((run) => run.processes === processes)
        .toSorted((a, b) => a.perSecond - b.perSecond)
      const kinds = new Set(runs.map(({ kind }) => kind))
      for (const kind of kinds) await service.run({ kind, processes, ...warm[kind] }, warmMs)
      rest ??= { idle: await service.idle(5000), holdMs: await service.holdMs() }
      measured.push(...(await measureTwice(service, runs)))
      await service.stop()
    }
  } finally {
    await laboratory.stop()
  }
  if (!rest) throw new Error('nothing was measured')
  const isFitted = (one: Measured) =>
    fitted.some(
      ({ kind, processes, perSecond }) =>
        kind === one.kind && processes === one.processes && perSecond === one.perSecond,
    )
  const model = modelOf(measured.filter(isFitted), rest)
  const others = measured.filter((one) => !isFitted(one))
  return { model, checks: others.map((one) => checkOf(model, one)) }
}

/** In one order and in the other, so that what changes with time affects all rates alike. */
const measureTwice = async (
  service: { run(run: Run, durationMs: number): Promise<Measured> },
  runs: Run[],
): Promise<Measured[]> => {
  const all: Measured[] = []
  for (const run of [...runs, ...runs.toReversed()]) {
    all.push(await service.run(run, durationMs))
    console.log(describe(all.at(-1) as Measured))
  }
  return runs.map((_, at) => meanOf([all[at], all[all.length - 1 - at]] as [Measured, Measured]))
}

const meanOf = ([one, other]: [Measured, Measured]): Measured => {
  const mean = (resource: (typeof resources)[number]) =>
    (one.cost[resource] + other.cost[resource]) / 2
  return {
    ...one,
    failures: one.failures + other.failures,
    stored: (one.stored + other.stored) / 2,
    cost: {
      service: mean('service'),
      postgres: mean('postgres'),
      log: mean('log'),
      database: mean('database'),
      visitors: mean('visitors'),
    },
  }
}

const describe = ({ kind, processes, perSecond, cost, failures }: Measured) =>
  `measured  ${kind}, ${perSecond} a second, ${processes} processes: ${JSON.stringify(cost)}, ${failures} failures`

const modelOf = (measured: Measured[], rest: Pick<Model, 'idle' | 'holdMs'>): Model => {
  const ofKind = (kind: Kind) => measured.filter((one) => one.kind === kind)
  const costs = (kind: Kind) => {
    const line = (resource: (typeof resources)[number]) => {
      const idle = resource === 'service' || resource === 'postgres' ? rest.idle[resource] : 0
      return fitLine(
        ofKind(kind).map(({ perSecond, cost }) => ({
          perSecond,
          cost: Math.max(cost[resource] - idle, 1e-6),
        })),
      )
    }
    return {
      service: line('service'),
      postgres: line('postgres'),
      log: line('log'),
      database: line('database'),
      visitors: line('visitors'),
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
