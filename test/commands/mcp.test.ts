import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { apiTools } from '../../src/service/mcp/tools.ts'
import type { Code } from '../harness/data/given.ts'
import { connectOver } from '../harness/service/assistant.ts'
import { newMachine, projectFile, testKey } from '../harness/service/process.ts'

const server = await newMachine({ after })
const service = await server.serveHere()
const laptop = await newMachine({ after })

const started = (key: string) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [projectFile('bin/program.js'), 'mcp', '--server', service.address],
    env: { PATH: process.env.PATH ?? '', HOME: laptop.folder, QPR_API_KEY: key },
    cwd: laptop.folder,
    stderr: 'pipe',
  })

test('qpr mcp offers the tools of a service over stdio', async (t) => {
  // The probe for the newest revision would start a second process.
  const { client, ask, call } = await connectOver(t, started(testKey), 'legacy')
  const { tools } = await client.listTools()
  assert.equal(tools.length, apiTools.length)
  const code = await ask<Code>('create_code', { name: 'Terrace', prompt: 'You are the host.' })
  await ask('change_code', { id: code.id, name: 'Garden' })
  const { codes } = await ask<{ codes: Code[] }>('find_codes', { q: 'garden' })
  assert.equal(codes[0]?.id, code.id)
  assert.deepEqual(await ask('delete_code', { id: code.id }), { done: true })
  const gone = await call('read_code', { id: code.id })
  assert.ok(gone.isError)
  assert.match(gone.text, /^There is no .* \(request req_\w{26}\)$/)
})

test('qpr mcp speaks the newest revision, and a wrong key is an error of the tool', async (t) => {
  const { call } = await connectOver(t, started('an-unknown-key'))
  const { isError, text } = await call('find_codes')
  assert.ok(isError)
  assert.match(text, /does not accept this key/)
})

test('qpr mcp without a key says how to name one', async () => {
  const { code, stdout, stderr } = await laptop.run(['mcp', '--server', service.address])
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^qpr: The key is missing\. /)
})
