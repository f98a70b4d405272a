import { readFile } from 'node:fs/promises'

/** A file of the project, as text. */
export const projectText = (path: string): Promise<string> =>
  readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[]
}

/** The queries of the dashboard, as Grafana sends them. */
export const dashboardQueries = async (): Promise<{ title: string; query: string }[]> => {
  const { panels } = JSON.parse(await projectText('deploy/grafana/dashboard.json')) as Dashboard
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ title, query: expr.replaceAll('$__rate_interval', '1m') })),
  )
}

/** The names of our metrics in a text, without the suffixes of a histogram. */
export const metricNames = (text: string): Set<string> =>
  new Set(
    Array.from(
      text.matchAll(/\b(?:qpr|nodejs|process)_[a-z0-9_]+(?![a-z0-9_]|\.[a-z])/g),
      ([name]) => name.replace(/_seconds_(bucket|sum|count)$/, '_seconds'),
    ),
  )

/** The names that a response of /metrics exposes. */
export const exposedNames = (metrics: string): Set<string> =>
  new Set(Array.from(metrics.matchAll(/^# TYPE (\S+)/gm), ([, name = '']) => name))
