import { useState } from 'react'
import type { Period } from '#contract/periods.ts'
import { qpr } from '../api/client.ts'
import { useInZone } from '../api/zone.ts'
import { ChartFrame } from '../ui/chart.tsx'
import { classNames } from '../ui/class-names.ts'
import { Shown } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import type { Scope } from './scope.ts'

/** Scans by weekday and hour in the time zone of the reader. */
export const BusyHours = ({ scope, period }: { scope: Scope; period: Period }) => {
  const { query } = useInZone(qpr.analytics.hours, (time_zone) => [{ ...scope, period, time_zone }])
  return (
    <Shown query={query} height="h-86">
      {({ hours }) => (
        <div className="card p-4 sm:p-6">
          <HeatMap scans={weekdays.map((day) => scansOf(hours, day))} />
        </div>
      )}
    </Shown>
  )
}

const scansOf = (hours: readonly { scans: number }[], day: number) =>
  hours.slice(day * 24, day * 24 + 24).map(({ scans }) => scans)

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const weekdays = [0, 1, 2, 3, 4, 5, 6]

/** A week that begins on a Monday, for the names of weekdays and hours. */
const hourOf = (hour: number) => new Date(2024, 0, 1, hour)
const weekdayOf = (weekday: number) => new Date(2024, 0, 1 + weekday)

interface HeatMapProps {
  /** Scans by weekday from Monday on, then by hour. */
  scans: readonly (readonly number[])[]
}

/** A heat map of scans by weekday and hour. It is a table for screen readers. */
const HeatMap = ({ scans }: HeatMapProps) => {
  const { insight: words } = useWords()
  const { number, clock, weekday: nameOf, shortWeekday } = useFormat()
  const [isTable, setIsTable] = useState(false)
  const maximum = Math.max(0, ...scans.flat())
  const busiest = placeOf(scans, maximum)
  return (
    <ChartFrame title={words.busiest} isTable={isTable} onToggle={() => setIsTable(!isTable)}>
      <div tabIndex={isTable ? 0 : undefined} className={isTable ? 'overflow-x-auto' : undefined}>
        <table className={classNames('w-full', !isTable && 'table-fixed')}>
          <caption className="sr-only">{words.busiest}</caption>
          <thead>
            <tr className="text-small text-muted">
              <th scope="col" className="w-9 font-normal sm:w-12">
                <span className="sr-only">{words.weekday}</span>
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col" className="pb-1 text-left font-normal">
                  <span className="sr-only">{clock(hourOf(hour))}</span>
                  <span aria-hidden="true" className="block w-0 whitespace-nowrap">
                    {isTable || hour % 6 === 0 ? hour : ''}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((weekday) => (
              <tr key={weekday}>
                <th scope="row" className="text-left text-small font-normal text-muted">
                  <span className="sr-only">{nameOf(weekdayOf(weekday))}</span>
                  <span aria-hidden="true">{shortWeekday(weekdayOf(weekday))}</span>
                </th>
                {hours.map((hour) => {
                  const count = scans[weekday]?.[hour] ?? 0
                  return (
                    <td key={hour} className={isTable ? 'px-1 py-1.5 text-small' : 'p-px sm:p-0.5'}>
                      {isTable ? (
                        number(count)
                      ) : (
                        <Module
                          share={maximum === 0 ? 0 : count / maximum}
                          count={number(count)}
                          title={words.cell(nameOf(weekdayOf(weekday)), clock(hourOf(hour)), count)}
                        />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-3 min-h-5 text-small text-muted">
        {busiest &&
          words.busiestText(
            words.busiestAt(
              nameOf(weekdayOf(busiest.weekday)),
              clock(hourOf(busiest.hour)),
              clock(hourOf(busiest.hour + 1)),
            ),
          )}
      </p>
    </ChartFrame>
  )
}

/** Five steps: more cannot be told apart at a glance. */
const steps = 5

const Module = ({ share, count, title }: { share: number; count: string; title: string }) => {
  const amount = (Math.ceil(share * steps) / steps) * 100
  return (
    <span
      title={title}
      className="block h-5 bg-hover sm:h-6"
      style={
        amount > 0
          ? { background: `color-mix(in srgb, var(--accent) ${amount}%, var(--hover))` }
          : undefined
      }
    >
      <span className="sr-only">{count}</span>
    </span>
  )
}

const placeOf = (scans: HeatMapProps['scans'], maximum: number) => {
  if (maximum === 0) return null
  const weekday = scans.findIndex((day) => day.includes(maximum))
  return { weekday, hour: scans[weekday]?.indexOf(maximum) ?? 0 }
}
