// The program of the child process of the tests.
import { readFileSync } from 'node:fs'
import { serveParent } from './child.main.ts'

const held: Buffer[] = []

serveParent({
  double: (value: number) => value * 2,
  sizeOf: (_input: null, file?: Uint8Array) => file?.length ?? null,
  process: () => ({ pid: process.pid, env: Object.keys(process.env) }),
  fail: () => {
    throw new TypeError('on purpose')
  },
  crash: () => process.exit(1),
  pause: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms, null)),
  /** Like an endless loop, but it leaves the processor to other tests. */
  loop: () => {
    const never = new Int32Array(new SharedArrayBuffer(4))
    for (;;) Atomics.wait(never, 0, 0)
  },
  refuse: () => ({ kind: 'failed' }),
  /** Buffers, which no limit of a heap counts. */
  grow: (megabytes: number) => {
    for (let at = 0; at < megabytes; at++) held.push(Buffer.alloc(2 ** 20, 1))
  },
  growHeap: () => {
    const lists: number[][] = []
    for (;;) lists.push(Array.from({ length: 10_000 }, (_, at) => at + 0.5))
  },
  readFile: (path: string) => readFileSync(path, 'utf8').length,
})
