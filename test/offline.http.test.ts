// A machine without a network: files are read, searched and answered from, and nothing asks for more.
import assert from 'node:assert/strict'
import dns from 'node:dns'
import { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { openFile } from '../src/features/reading/reader.ts'
import { docxOf, pdfOf, pptxOf, shapeOf, sheetOf, xlsxOf } from './harness/data/files.ts'
import { createCode } from './harness/data/given.ts'
import { addFile } from './harness/data/knowledge.ts'
import { openTalk } from './harness/data/talk.ts'
import { startService } from './harness/service/service.ts'

const local = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/

/** Refuses names and addresses beyond this machine, and lists them. */
const withoutNetwork = (t: TestContext): string[] => {
  const tried: string[] = []
  const unreachable = (host: string) => {
    tried.push(host)
    return Object.assign(new Error(`${host} is unreachable`), { code: 'ENETUNREACH' })
  }
  const { connect } = Socket.prototype
  t.mock.method(Socket.prototype, 'connect', function (this: Socket, ...args: unknown[]) {
    // Within Node the arguments are already one list.
    const [first] = (Array.isArray(args[0]) ? args[0] : args) as [{ host?: string; path?: string }]
    const host = first.host ?? 'localhost'
    if (first.path || local.test(host)) return Reflect.apply(connect, this, args)
    return this.destroy(unreachable(host))
  })
  const { lookup } = dns.promises
  t.mock.method(dns.promises, 'lookup', async (...args: Parameters<typeof lookup>) => {
    if (!local.test(args[0])) throw unreachable(args[0])
    return await lookup(...args)
  })
  for (const family of ['resolve4', 'resolve6'] as const) {
    t.mock.method(dns.promises.Resolver.prototype, family, async (host: string) => {
      throw unreachable(host)
    })
  }
  return tried
}

const files: [name: string, content: Buffer][] = [
  [
    'boats.xlsx',
    xlsxOf([
      {
        name: 'Boats',
        xml: sheetOf([
          ['Boat', 'Price per hour'],
          ['Canoe', '15 euros'],
          ['Rowing boat', '22 euros'],
        ]),
      },
    ]),
  ],
  ['tower.pptx', pptxOf([shapeOf(['The tower'], 'title') + shapeOf(['The tower has 212 steps.'])])],
  ['spa.docx', docxOf(['# The spa', 'A massage takes fifty minutes.'])],
  ['manual.pdf', pdfOf(['# Breakfast\nBreakfast is served from 7 to 10:30.'])],
  ['cellar.txt', Buffer.from('Der Fahrradkeller schließt um 22 Uhr.', 'latin1')],
]

const questions: [question: string, answer: RegExp, source: string][] = [
  ['What does the canoe cost?', /15 euros/, 'boats'],
  ['How many steps does the tower have?', /212 steps/, 'tower'],
  ['How long does a masage take?', /fifty minutes/, 'spa'],
  ['Wann gibt es Frühstück?', /7 to 10:30/, 'manual'],
]

test('without a network, files of every kind are answered from with citations, and nothing leaves the machine', async (t) => {
  const tried = withoutNetwork(t)
  await assert.rejects(fetch('http://192.0.2.1/'))
  assert.deepEqual(tried.splice(0), ['192.0.2.1'])
  // The search with words finds the passages, as in a large manual.
  const service = await startService(t, { settings: { QPR_KNOWLEDGE_PROMPT_TOKENS: '1' } })
  for (const [name, content] of files) {
    assert.equal((await addFile(service, name, content)).status, 'ready', name)
    // The child process reads them in the same way, but out of sight.
    await (await openFile(content)).read(0, [])
  }
  const code = await createCode(service, { prompt: 'Be friendly.' })
  for (const [question, answer, source] of questions) {
    const visitor = await openTalk(service, code.short_id)
    const { text } = await visitor.ask(question)
    assert.match(text, answer)
    const message = (await visitor.view()).messages.at(-1)
    assert.deepEqual(
      message?.citations.map(({ title }) => title),
      [source],
      question,
    )
  }
  assert.deepEqual(tried, [])
})
