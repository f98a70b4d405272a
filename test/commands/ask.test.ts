import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportTags } from '../../src/features/answers/reading.ts'
import { createCode } from '../harness/data/given.ts'
import { addSource } from '../harness/data/knowledge.ts'
import { asking } from '../harness/data/talk.ts'
import { startProvider } from '../harness/providers/provider.ts'
import { connectTo } from '../harness/service/assistant.ts'
import { newMachine } from '../harness/service/process.ts'
import { startService } from '../harness/service/service.ts'

test('qpr ask and the tool ask show the final text and its citations, without refuted marks', async (t) => {
  const provider = await startProvider(t)
  const service = await startService(t, { settings: asking(provider) })
  const { short_id } = await createCode(service, { prompt: 'Be brief.' })
  const opening = 'The pool opens at 8.'
  await addSource(service, { kind: 'question', question: 'Is there a pool?', answer: opening })
  await addSource(service, { kind: 'question', question: 'Dogs?', answer: 'Dogs may come.' })
  provider.answerWith(({ body }) => {
    const said = JSON.stringify(body)
    const numberOf = (words: string) =>
      Number(
        /\{\\"number\\":(\d+)/.exec(
          said.slice(0, said.indexOf(words)).split('\\n').at(-1) ?? '',
        )?.[1],
      )
    const [pool, dogs] = [numberOf(opening), numberOf('Dogs may come')]
    const quotes = { [pool]: opening, [dogs]: 'Dogs may swim' }
    const report = `\n${reportTags.begin}${JSON.stringify({ outcome: 'answered', quotes })}${reportTags.end}`
    const answer = `Yes [see below]. Dogs may swim [${dogs}]. It opens at 8 [${pool}].${report}`
    return { tokens: answer.match(/.{1,3}/gs) ?? [] }
  })
  const final = 'Yes [see below]. Dogs may swim. It opens at 8 [1].'
  const machine = await newMachine(t)
  const args = ['ask', short_id, 'Is there a pool for dogs?', '--server', service.address]
  const { code, stdout, stderr } = await machine.run(args)
  assert.deepEqual([code, stdout, stderr], [0, `${final}\n[1] Is there a pool?\n`, ''])
  const asJson = JSON.parse((await machine.run([...args, '--json'])).stdout)
  assert.equal(asJson.text, final)
  assert.deepEqual(
    asJson.citations.map(({ number, quote }: { number: number; quote: string }) => [number, quote]),
    [[1, opening]],
  )
  const { ask } = await connectTo(t, `${service.address}/s/${short_id}/mcp`, null)
  const { answer, citations } = await ask<{ answer: string; citations: object[] }>('ask', {
    question: 'Is there a pool for dogs?',
  })
  assert.equal(answer, final)
  assert.deepEqual(citations, [
    { number: 1, title: 'Is there a pool?', url: null, page: null, quote: opening },
  ])

  // A model that claims a hand-over is corrected here too.
  provider.answerWith({ tokens: ['I have forwarded your request to a colleague.'] })
  const claimed = await machine.run(args)
  assert.match(claimed.stderr, /^Nobody has been told yet\.\n/)
  const { answer: told } = await ask<{ answer: string }>('ask', { question: 'A person, please' })
  assert.match(told, /Nobody has been told yet\.$/)
})

test('colours and other control characters in names do not reach the terminal', async (t) => {
  const service = await startService(t)
  const name = 'A\u001b[31mred\u001b[39m\u009b2J\u202etable'
  await createCode(service, { name })
  const machine = await newMachine(t)
  const target = ['--server', service.address, '--key', service.key]
  const { stdout } = await machine.run(['codes', 'list', ...target])
  assert.match(stdout, /A\ufffd\[31mred\ufffd\[39m\ufffd2J\ufffdtable/)
  const asJson = await machine.run(['codes', 'list', '--json', ...target])
  assert.equal(JSON.parse(asJson.stdout).codes[0].name, name)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it must not have them
  for (const text of [stdout, asJson.stdout]) assert.doesNotMatch(text, /[\x1b\x80-\x9f\u202e]/)
})
