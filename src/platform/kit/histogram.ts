import type { Metric, Registry } from 'prom-client'

interface HistogramOptions {
  registry: Registry
  name: string
  help: string
  /** Upper bounds in seconds, in ascending order. */
  buckets: number[]
}

/** The observations with one set of labels. */
export interface Tally {
  observe(seconds: number): void
}

/**
 * A histogram for hot paths: an observation is one addition in an array. The library's own builds
 * and hashes the labels each time, which costs more than some requests.
 */
export const createHistogram = ({ registry, name, help, buckets }: HistogramOptions) => {
  const tallies: { labels: Record<string, string>; counts: Float64Array; sum: number }[] = []

  const values = () =>
    tallies.flatMap(({ labels, counts, sum }) => {
      let count = 0
      const upTo = [...buckets, '+Inf'].map((le, at) => {
        count += counts[at] ?? 0
        return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count }
      })
      return [
        ...upTo,
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ]
    })
  const get = () => ({ name, help, type: 'histogram', aggregator: 'sum', values: values() })
  // The registry asks for nothing else.
  registry.registerMetric({ name, get } as unknown as Metric)

  return (labels: Record<string, string>): Tally => {
    const tally = {
      labels,
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

/** Creates the tally of a label on first use. */
export const byLabel = (tallyOf: (label: string) => Tally): ((label: string) => Tally) => {
  const known = new Map<string, Tally>()
  return (label) => {
    const found = known.get(label) ?? tallyOf(label)
    known.set(label, found)
    return found
  }
}
