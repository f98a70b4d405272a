import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The directory itself, or the nearest one above it that exists. */
export const nearestDirectory = (path: string): string => {
  let at = resolve(path)
  while (at !== dirname(at) && !statSync(at, { throwIfNoEntry: false })) at = dirname(at)
  return at
}

/** Throws when a directory is not writable or could not be created. Creates nothing. */
export const requireWritable = (path: string) => {
  const at = nearestDirectory(path)
  if (!statSync(at).isDirectory()) throw new Error(`${at} is not a directory`)
  accessSync(at, constants.W_OK | constants.X_OK)
}
