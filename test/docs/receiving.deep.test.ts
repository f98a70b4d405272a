// The receivers in languages that a machine may lack: then the test says what to install.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { runtimes, testReceiver } from './receivers.ts'

const packages = { Python: 'python3', Go: 'golang-go', PHP: 'php-cli' } as const

for (const [name, debian] of Object.entries(packages) as [keyof typeof packages, string][]) {
  const { program, probe } = runtimes[name]
  test(`${program} is installed`, () => {
    const { status } = spawnSync(program, probe)
    assert.equal(status, 0, `${program} is missing: apt-get install ${debian}`)
  })
  testReceiver(name)
}
