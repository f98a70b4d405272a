// The largest messages of assistants, in the newest revision of the protocol and in that of 2025.
import { test } from 'node:test'
import { createCode } from '../harness/data/given.ts'
import { newestRevision } from '../harness/service/assistant.ts'
import { startService } from '../harness/service/service.ts'
import { assertCheap, smallBytes } from './cost.ts'
import { startSender } from './sender.ts'

/** JSON of almost 128 KB each: a message has it twice. */
const room = smallBytes / 2 - 2000
const values: Record<string, string> = {
  'a long text': `"${'a'.repeat(room)}"`,
  'a deep list': '['.repeat(room / 2) + ']'.repeat(room / 2),
  'a deep object': `${'{"a":'.repeat(room / 6)}0${'}'.repeat(room / 6)}`,
  'many numbers': `[${'0,'.repeat(room / 2 - 2)}0]`,
  'many fields': `{${Array.from({ length: room / 12 }, (_, i) => `"f${i}":0`).join()}}`,
}

const envelope = JSON.stringify({
  'io.modelcontextprotocol/protocolVersion': newestRevision,
  'io.modelcontextprotocol/clientInfo': { name: 'an-assistant', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
})

const messages = (tool: string, value: string): Record<string, string> => ({
  'arguments, newest': `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":{"q":${value},"question":${value}},"_meta":${envelope}}}`,
  'arguments, 2025': `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":{"q":${value},"question":${value}}}}`,
  'the envelope': `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"${newestRevision}","io.modelcontextprotocol/clientInfo":${value}}}}`,
  'the message': `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${value}}`,
})

test('the largest messages of assistants block the event loop for less than 50 ms', async (t) => {
  const service = await startService(t)
  const sender = startSender()
  t.after(sender.stop)
  const { short_id } = await createCode(service)
  const headers = { Accept: 'application/json, text/event-stream' }
  const tools = { '/mcp': 'find_codes', [`/s/${short_id}/mcp`]: 'ask' }
  const shots = Object.entries(tools).flatMap(([path, tool]) =>
    Object.entries(values).flatMap(([name, value]) =>
      Object.entries(messages(tool, value)).map(([place, body]) => ({
        name: `${path} ${place}: ${name}`,
        method: 'POST',
        path,
        headers,
        body,
      })),
    ),
  )
  for (const shot of shots) await assertCheap(service, sender, shot)
})
