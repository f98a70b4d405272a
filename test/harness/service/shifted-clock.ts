// node --import test/harness/service/shifted-clock.ts: a machine whose system clock is wrong by
// CLOCK_SHIFT_SECONDS, and is set by CLOCK_JUMP_SECONDS more at every SIGUSR2.

const secondsOf = (name: string) => Number(process.env[name] ?? '0') * 1000

const RealDate = Date
let shiftMs = secondsOf('CLOCK_SHIFT_SECONDS')
const now = () => RealDate.now() + shiftMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

process.on('SIGUSR2', () => {
  shiftMs += secondsOf('CLOCK_JUMP_SECONDS')
})
