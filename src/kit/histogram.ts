import type { Registry } from 'prom-client'

interface HistogramOptions<Label extends string> {
  registry: Registry
  name: string
  help: string
  labelNames: readonly Label[]
  /** Upper bounds in seconds, in ascending order. */
  buckets: number[]
}

/** The observations with one set of labels. */
export interface Tally {
  observe(seconds: number): void
}

const histograms = new WeakMap<Registry, (() => string)[]>()

/** Everything that a registry has, and its histograms, in the text format of Prometheus. */
export const metricsText = async (registry: Registry): Promise<string> => {
  const texts = (histograms.get(registry) ?? []).map((write) => write())
  return [(await registry.metrics()).trimEnd(), ...texts, ''].join('\n')
}

/**
 * A histogram for hot paths: an observation is one addition in an array. The library's own builds
 * and hashes the labels each time, which costs more than some requests.
 */
export const createHistogram = <Label extends string>(options: HistogramOptions<Label>) => {
  const { registry, name, help, labelNames, buckets } = options
  const tallies: { labels: string[]; counts: Float64Array; sum: number }[] = []

  const write = (): string => {
    const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
    for (const { labels, counts, sum } of tallies) {
      let count = 0
      for (const [at, bound] of [...buckets, '+Inf'].entries()) {
        count += counts[at] ?? 0
        lines.push(`${name}_bucket${braces([...labels, `le="${bound}"`])} ${count}`)
      }
      lines.push(`${name}_sum${braces(labels)} ${sum}`, `${name}_count${braces(labels)} ${count}`)
    }
    return lines.join('\n')
  }
  histograms.set(registry, [...(histograms.get(registry) ?? []), write])

  return (labels: Record<Label, string>): Tally => {
    const tally = {
      labels: labelNames.map((label) => `${label}="${escaped(labels[label])}"`),
      counts: new Float64Array(buckets.length + 1),
      sum: 0,
    }
    tallies.push(tally)
    return {
      observe(seconds) {
        let at = 0
        while (at < buckets.length && seconds > (buckets[at] as number)) at += 1
        tally.counts[at] = (tally.counts[at] as number) + 1
        tally.sum += seconds
      },
    }
  }
}

const braces = (labels: string[]): string => (labels.length === 0 ? '' : `{${labels.join(',')}}`)

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

/** Creates the tally of a label on first use. */
export const byLabel = (tallyOf: (label: string) => Tally): ((label: string) => Tally) => {
  const known = new Map<string, Tally>()
  return (label) => {
    const found = known.get(label) ?? tallyOf(label)
    known.set(label, found)
    return found
  }
}
