// For tests: the child process of a machine on which Tesseract is not installed.

import { registerHooks } from 'node:module'

registerHooks({
  resolve(name, context, next) {
    if (name.startsWith('tesseract.js-core')) throw new Error('It is not installed.')
    return next(name, context)
  },
})

await import('./reader.ts')
