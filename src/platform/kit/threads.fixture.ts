// Functions that the threads of the tests run.
export const double = (value: number): number => value * 2
export const crash = () => process.exit(1)
export const loop = () => {
  for (;;);
}
export const fail = () => {
  throw new Error('on purpose')
}
