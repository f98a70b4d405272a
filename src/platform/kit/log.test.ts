import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from './log.ts'

const logged = (level: string, write: (log: ReturnType<typeof createLog>) => void) => {
  const texts: string[] = []
  write(createLog(level, { write: (text) => void texts.push(text) }))
  return texts.map((text) => JSON.parse(text))
}

test('a line is one JSON object', () => {
  const [line, ...others] = logged('info', (log) => log.info({ status: 200 }, 'a\nb'))
  assert.deepEqual(others, [])
  assert.deepEqual([line.msg, line.status, line.level], ['a\nb', 200, 30])
})

test('lines below the level are not logged', () => {
  const lines = logged('warn', (log) => {
    log.info('a')
    log.warn('b')
  })
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    ['b'],
  )
})

test('an error is logged with its message and stack, without the fields that quote values', () => {
  const error = Object.assign(new TypeError('refused'), {
    code: 'E1',
    rejected: ['ana@example.com'],
  })
  const [line] = logged('info', (log) => log.error({ err: error }, 'failed'))
  const { type, message, code, stack, ...more } = line.err
  assert.deepEqual([type, message, code], ['TypeError', 'refused', 'E1'])
  assert.ok(stack.includes('log.test.ts'))
  assert.deepEqual(more, {})
})
