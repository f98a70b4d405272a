import type { Schema } from '../api/client.ts'
import { Chart } from '../ui/chart.tsx'
import { useFormat, useWords } from '../words/words.tsx'

export type Step = 'hour' | 'day' | 'week'

interface ScansChartProps {
  series: Schema<'Analytics'>['timeseries']
  step: Step
}

/** Scans, and beside them the conversations that came of them. */
export const ScansChart = ({ series, step }: ScansChartProps) => {
  const { insight: words } = useWords()
  const { clock, day } = useFormat()
  // A day of the service has no time: it is that day here too.
  const labelOf = (date: string) => (step === 'hour' ? clock(date) : day(`${date}T00:00`))
  return (
    <Chart
      title={words.overTime}
      labelName={{ hour: words.hour, day: words.day, week: words.week }[step]}
      labels={series.map(({ date }) => labelOf(date))}
      series={[
        { key: 'scans', label: words.scans, values: series.map(({ scans }) => scans) },
        {
          key: 'conversations',
          label: words.conversations,
          values: series.map(({ conversations }) => conversations),
        },
      ]}
      height={320}
    />
  )
}
