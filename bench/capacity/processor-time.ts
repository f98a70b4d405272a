import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of the kernel's clock in a second: 100 on Linux, whatever the machine. */
const ticks = 100

const statOf = (pid: number): string[] => {
  try {
    // The name of the program, in brackets, may contain spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

export const parentOf = (pid: number): number => Number(statOf(pid)[1])

/**
 * Seconds of processor time of a process and its children, also of those that have ended. Time in
 * which another program has the core does not count, so the figure stays fair on a busy machine.
 */
export const processorSeconds = (pid: number): number => {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((one) => one > 0 && parentOf(one) === pid)
  const sum = (stat: string[], fields: number[]) =>
    fields.reduce((all, field) => all + Number(stat[field] ?? 0), 0)
  // User and system time, of the process itself and of children that have ended.
  const own = sum(statOf(pid), [11, 12, 13, 14])
  return (own + children.reduce((all, one) => all + sum(statOf(one), [11, 12]), 0)) / ticks
}
