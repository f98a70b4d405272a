import assert from 'node:assert/strict'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createProgram } from '../../src/cli/program.ts'
import { newMachine } from '../harness/service/process.ts'

/** How each command that only reads is called, and what it says in an empty folder. */
const calls: Record<string, { args?: string[]; code: number; says: RegExp }> = {
  config: { code: 0, says: /^PORT=/ },
  doctor: { code: 0, says: /ok +data +\S+\/data will be created at the first start/ },
  'keys list': {
    code: 1,
    says: /no database at data\/qpr\.db yet\. Start the service .*qpr serve/,
  },
  'jobs list': {
    code: 1,
    says: /no database at data\/qpr\.db yet\. Start the service .*qpr serve/,
  },
  'codes list': { code: 1, says: /The key is missing\. Run qpr login http:\/\/localhost:\d+/ },
  'leads list': { code: 1, says: /The key is missing\. Run qpr login http:\/\/localhost:\d+/ },
  tail: { args: ['--key', 'x'], code: 1, says: /Cannot reach .* Start the service with qpr serve/ },
  listen: {
    args: ['--forward-to', 'http://localhost:9'],
    code: 1,
    says: /The key is missing\. Run qpr login/,
  },
  completion: { args: ['bash'], code: 0, says: /^# bash completion for qpr/ },
  help: { code: 0, says: /^qpr: QR codes that talk/ },
}

test('a command that only reads leaves an empty folder and an empty home empty, and says what to do', async (t) => {
  const { commands } = createProgram()
  const reading = Object.keys(commands).filter((name) => commands[name]?.notes.readsOnly)
  assert.deepEqual(Object.keys(calls).sort(), reading.sort())
  await Promise.all(
    Object.entries(calls).map(async ([name, { args = [], code, says }]) => {
      const machine = await newMachine(t)
      const folder = join(machine.folder, 'empty')
      const home = join(machine.folder, 'home')
      for (const path of [folder, home]) mkdirSync(path)
      // Processes of their own: they end by themselves.
      const line = [...name.split(' '), ...args]
      const result = await machine.start(line, { PWD: folder, HOME: home }).exited
      assert.deepEqual([name, result.code], [name, code], result.stderr)
      assert.match(code === 0 ? result.stdout : result.stderr, says)
      if (code !== 0) assert.match(result.stderr, /^qpr: [^\n]+\n$/)
      assert.deepEqual([...readdirSync(folder), ...readdirSync(home)], [], name)
    }),
  )
})
