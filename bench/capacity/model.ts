/** What a load of one process costs in a second: seconds of processor time, or bytes. */
export interface Point {
  perSecond: number
  cost: number
}

/** `each · rate + cycles`: what one more request costs, and the batches that a busy process writes. */
export interface Line {
  each: number
  cycles: number
}

/** A straight line by least squares. Neither part is negative, because nothing is won back. */
export const fitLine = (points: Point[]): Line => {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const x = mean(points.map(({ perSecond }) => perSecond))
  const y = mean(points.map(({ cost }) => cost))
  const above = points.reduce((sum, one) => sum + (one.perSecond - x) * (one.cost - y), 0)
  const below = points.reduce((sum, one) => sum + (one.perSecond - x) ** 2, 0)
  const slope = Math.max(0, below === 0 ? y / x : above / below)
  const cycles = y - slope * x
  return cycles >= 0 ? { each: slope, cycles } : { each: y / x, cycles: 0 }
}

export const costAt = ({ each, cycles }: Line, perSecond: number): number =>
  perSecond <= 0 ? 0 : each * perSecond + cycles

/** The relative error of a prediction. */
export const errorOf = (predicted: number, measured: number): number =>
  Math.abs(predicted - measured) / measured

export const resources = ['service', 'postgres', 'log', 'database', 'visitors'] as const
/** Processor time of the service and of PostgreSQL; bytes to its log, to it, and to visitors. */
export type Resource = (typeof resources)[number]

/** The cost of one process for each resource. */
export type Costs = Record<Resource, Line>

export interface Model {
  scan: Costs
  /** A scan whose event is delivered to a webhook. */
  delivered: Costs
  /** A conversation with one message and its answer. */
  message: Costs
  /** Processor time of a process, and of PostgreSQL for it, without requests. */
  idle: { service: number; postgres: number }
  /** Bytes in tables and indexes. */
  stored: { scan: number; delivered: number; message: number }
  /** For how long a commit holds the row of a counter. */
  holdMs: number
}

/** How visitors behave, beside the number of scans a day. */
export const mix = {
  /** The peak, in times of the mean. */
  peak: 5,
  /** Conversations with one message for each scan. */
  messages: 0.2,
  /** The share of scans that are delivered to a webhook. */
  delivered: 0.5,
  /** The share of scans of the busiest code. */
  hottest: 0.1,
}

/** Leaves room for bursts within a second, and for a process that is replaced. */
const utilization = 0.6
const connectionsOfAProcess = 11
const mostTogether = 256
const daySeconds = 86_400

/** The cost of `processes` that share a load, for a second. */
export const costOf = (
  model: Model,
  resource: Resource,
  scansPerSecond: number,
  processes: number,
): number => {
  const each = scansPerSecond / processes
  const scans = (1 - mix.delivered) * costAt(model.scan[resource], each)
  const delivered = mix.delivered * costAt(model.delivered[resource], each)
  const messages = costAt(model.message[resource], each * mix.messages)
  const idle = resource === 'service' || resource === 'postgres' ? model.idle[resource] : 0
  return processes * (idle + scans + delivered + messages)
}

export interface Prediction {
  scansPerDay: number
  peakPerSecond: number
  processes: number
  serviceCores: number
  postgresCores: number
  logMegabytesPerSecond: number
  networkMegabitsPerSecond: number
  storedGigabytesPerDay: number
  connections: number
  /** The share of time for which the row of the busiest code is locked, with full batches. */
  rowBusy: number
  /** How much of each limit is used, the highest first. */
  limits: { name: string; used: number }[]
}

/** What one large, ordinary server of PostgreSQL offers. */
const oneServer = {
  cores: 64,
  logMegabytesPerSecond: 500,
  networkMegabitsPerSecond: 10_000,
  connections: 500,
  yearsTerabytes: 30,
  rowBusy: 0.7,
}

export const predict = (model: Model, scansPerDay: number): Prediction => {
  const peakPerSecond = (scansPerDay / daySeconds) * mix.peak
  const processes = processesFor(model, peakPerSecond)
  const cost = (resource: Resource) => costOf(model, resource, peakPerSecond, processes)
  const stored =
    (1 - mix.delivered) * model.stored.scan +
    mix.delivered * model.stored.delivered +
    mix.messages * model.stored.message
  const figures = {
    scansPerDay,
    peakPerSecond,
    processes,
    serviceCores: cost('service') / utilization,
    postgresCores: cost('postgres') / utilization,
    logMegabytesPerSecond: cost('log') / 1e6,
    networkMegabitsPerSecond: (Math.max(cost('database'), cost('visitors')) * 8) / 1e6,
    storedGigabytesPerDay: (scansPerDay * stored) / 1e9,
    connections: processes * connectionsOfAProcess,
    rowBusy: rowBusyAt(model, peakPerSecond, processes),
  }
  return { ...figures, limits: limitsOf(figures) }
}

const processesFor = (model: Model, peakPerSecond: number): number => {
  let processes = 1
  while (costOf(model, 'service', peakPerSecond, processes) / processes > utilization) processes++
  return processes
}

/** Batches grow when they wait, so what counts is how many full ones the scans of a second fill. */
const rowBusyAt = ({ holdMs }: Model, peakPerSecond: number, processes: number): number => {
  const batches = Math.max(peakPerSecond / mostTogether, Math.min(processes, peakPerSecond))
  const ofTheCode = Math.min(batches, peakPerSecond * mix.hottest)
  return (ofTheCode * holdMs) / 1000
}

const limitsOf = (of: Omit<Prediction, 'limits'>) =>
  [
    { name: 'cores of one PostgreSQL server', used: of.postgresCores / oneServer.cores },
    {
      name: 'log of one PostgreSQL server',
      used: of.logMegabytesPerSecond / oneServer.logMegabytesPerSecond,
    },
    {
      name: 'network of one machine',
      used: of.networkMegabitsPerSecond / oneServer.networkMegabitsPerSecond,
    },
    { name: 'connections without a pooler', used: of.connections / oneServer.connections },
    {
      name: 'disk of one server for a year',
      used: (of.storedGigabytesPerDay * 365) / 1000 / oneServer.yearsTerabytes,
    },
    { name: 'row of the busiest code', used: of.rowBusy / oneServer.rowBusy },
  ].toSorted((a, b) => b.used - a.used)
