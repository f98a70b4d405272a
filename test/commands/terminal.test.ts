// What a person sees: pipes, colours, a question without echo, Ctrl+C.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createCode } from '../harness/data/given.ts'
import { asking } from '../harness/data/talk.ts'
import { startProvider } from '../harness/providers/provider.ts'
import { newMachine, projectFile } from '../harness/service/process.ts'
import { startService } from '../harness/service/service.ts'

const program = `'${process.execPath}' '${projectFile('bin/program.js')}'`

test('a reader that closes the pipe early is not an error', async (t) => {
  const machine = await newMachine(t)
  const line = `${program} config | head -n 1; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = await machine.startProgram('bash', ['-c', line]).exited
  assert.deepEqual([stdout, stderr], [`PORT=${machine.port}\n0\n`, ''])
})

test('qpr ask streams; Ctrl+C stops the answer and ends the conversation, with exit code 130', async (t) => {
  const hostile = 'Good \u001b]0;title\u0007morning'
  const provider = await startProvider(t, { tokens: [hostile], fault: { after: 1, by: 'stall' } })
  const service = await startService(t, { settings: asking(provider) })
  const code = await createCode(service)
  const machine = await newMachine(t)
  const asked = machine.start(['ask', code.short_id, 'Hello?', '--server', service.address])
  await asked.printed(/Good \ufffd\]0;title\ufffdmorning/)
  const { code: exitCode, stderr } = await asked.stop('SIGINT')
  assert.deepEqual([exitCode, stderr], [130, ''])
  const { body } = await service.get<{ conversations: { status: string; reason: string }[] }>(
    '/v1/conversations',
  )
  assert.deepEqual(
    body.conversations.map(({ status, reason }) => [status, reason]),
    [['ended', 'closed']],
  )
})

const hasTerminal = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout,
)

/** Runs a command on a terminal. What is typed goes to a pipe with a name. */
const onTerminal = async (t: TestContext, command: string, settings = {}) => {
  const machine = await newMachine(t)
  const typed = join(machine.folder, 'typed')
  const line = 'mkfifo typed && exec 3<>typed && exec script -qec "$COMMAND" /dev/null <&3'
  const running = machine.startProgram('/bin/sh', ['-c', line], {
    COMMAND: `${program} ${command}`,
    TERM: 'xterm-256color',
    HOME: machine.folder,
    SHELL: '/bin/sh',
    ...settings,
  })
  return { machine, running, type: (text: string) => appendFileSync(typed, text) }
}

if (hasTerminal) {
  test('qpr login asks for the key without showing it', async (t) => {
    const service = await startService(t)
    const { machine, running, type } = await onTerminal(t, `login ${service.address}`)
    await running.printed(/API key of \S+: /)
    type(`${service.key}\r`)
    const { code, stdout } = await running.exited
    assert.equal(code, 0, stdout)
    assert.match(stdout, /Logged in to \S+ as owner@localhost\./)
    assert.ok(!stdout.includes(service.key), stdout)
    assert.ok(existsSync(join(machine.folder, '.config/qpr/login.json')))
  })

  test('Ctrl+C at the question ends qpr login with 130 and stores nothing', async (t) => {
    const { machine, running, type } = await onTerminal(t, 'login http://localhost:9')
    await running.printed(/API key of \S+: /)
    type('\u0003')
    const { code, stdout } = await running.exited
    assert.deepEqual([code, stdout.trim()], [130, 'API key of http://localhost:9:'])
    assert.ok(!existsSync(join(machine.folder, '.config')))
  })

  test('help is coloured on a terminal, unless NO_COLOR is set', async (t) => {
    const coloured = await onTerminal(t, 'help')
    const plain = await onTerminal(t, 'help', { NO_COLOR: '1' })
    assert.ok((await coloured.running.exited).stdout.includes('\u001b[1mHelp:\u001b[22m'))
    assert.ok(!(await plain.running.exited).stdout.includes('\u001b['))
  })
}
