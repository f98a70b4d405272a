import type { ClientBase } from 'pg'
import type { TimeSource } from './database-clock.ts'

const read = `
  select extract(epoch from clock_timestamp()) * 1000 as at,
         (select value from settings where name = 'clock') as correction`

// Not confirmed by a synchronous standby: time must go on without it, and a new primary has a clock
// of its own, which is measured again.
const correct = `
  insert into settings (name, value)
  select 'clock', $1 from set_config('synchronous_commit', 'local', true)
  on conflict (name) do update set value = excluded.value where settings.value = $2`

/** PostgreSQL's clock and the shared correction, over one connection. */
export const timeSourceOn = (client: ClientBase): TimeSource => ({
  async read() {
    const { rows } = await client.query<{ at: string; correction: string | null }>(read)
    const [row] = rows
    if (!row) throw new Error('the database did not tell the time')
    return { at: Number(row.at), correction: row.correction }
  },
  async correct(from, to) {
    const { rowCount } = await client.query(correct, [to, from])
    return rowCount === 1
  },
})
