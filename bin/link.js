// Runs at the start of every build, so also in every install: links the command, so that `npx qpr` starts
// it. npm would link what package.json names in `bin` at the first `npx qpr`, and run `prepare`, a whole
// build, for that.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const inProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

mkdirSync(inProject('node_modules/.bin'), { recursive: true })
if (process.platform === 'win32') {
  writeFileSync(inProject('node_modules/.bin/qpr.cmd'), '@node "%~dp0..\\..\\bin\\qpr.js" %*\r\n')
} else {
  rmSync(inProject('node_modules/.bin/qpr'), { force: true })
  symlinkSync('../../bin/qpr.js', inProject('node_modules/.bin/qpr'))
}
