// What the program does with traces. Nothing of OpenTelemetry is loaded until `traceWith` gets an
// implementation; without one every function here costs a comparison.

type Attributes = Record<string, string | number | boolean | undefined>

export interface Span {
  /** As in the header of W3C Trace Context. */
  traceparent: string
  set(attributes: Attributes): void
  /** Runs the work with this span as the parent of new spans. */
  run<T>(work: () => T): T
  /** `error` marks the span as failed. */
  end(error?: string): void
}

interface SpanOptions {
  attributes?: Attributes
  kind?: 'internal' | 'server' | 'client' | 'producer'
  /** The traceparent of the parent. Default: the current span. */
  parent?: string | null
  /** The traceparents of other traces that this span also belongs to. */
  links?: string[]
}

export interface Tracing {
  begin(name: string, options: SpanOptions): Span
  current(): string | null
  /** Runs the work outside of the current trace. */
  apart<T>(work: () => T): T
  /** Ties a function that is called later to the current trace. */
  bind<Args extends unknown[], T>(work: (...args: Args) => T): (...args: Args) => T
}

let tracing: Tracing | null = null

export const traceWith = (implementation: Tracing) => {
  tracing = implementation
}

export const isTracing = (): boolean => tracing !== null

/** The traceparent of the current span; null outside of a trace. */
export const currentTrace = (): string | null => tracing?.current() ?? null

/** For background work, which would otherwise belong to the request that happened to wake it. */
export const untraced = <T>(work: () => T): T => (tracing ? tracing.apart(work) : work())

/** A span for work that belongs to a trace; null without one. The caller ends it. */
export const beginSpan = (name: string, options: SpanOptions = {}): Span | null => {
  if (!tracing) return null
  const parent = options.parent === undefined ? tracing.current() : options.parent
  return parent === null ? null : tracing.begin(name, { ...options, parent })
}

/** Runs the work in a span if it belongs to a trace, and otherwise outside of any. */
export const traced = async <T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | null) => Promise<T>,
): Promise<T> => {
  const span = beginSpan(name, options)
  if (!span) return await untraced(() => work(null))
  try {
    const result = await span.run(() => work(span))
    span.end()
    return result
  } catch (error) {
    span.end(error instanceof Error ? error.name : 'error')
    throw error
  }
}

export const bindToTrace = <Args extends unknown[], T>(
  work: (...args: Args) => T,
): ((...args: Args) => T) => (tracing ? tracing.bind(work) : work)
