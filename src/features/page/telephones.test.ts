import assert from 'node:assert/strict'
import { test } from 'node:test'
import { telephonesIn } from '#contract/telephones.ts'

const numbersIn = (text: string, before?: string) =>
  telephonesIn(text, before).flatMap(({ number }) => number || [])

const telephones: [text: string, number: string][] = [
  ['+49 (0)40 123 456', '+4940123456'],
  ['Call +1 (212) 555-0123.', '+12125550123'],
  ['+33 1 23 45 67 89', '+33123456789'],
  ['+4940123456', '+4940123456'],
  ['040 1234567', '0401234567'],
  ['(040) 123 45 67', '0401234567'],
  ['(040)1234567', '0401234567'],
  ['0800/1234567', '08001234567'],
  ['0171 / 123 45 67', '01711234567'],
  ['089-123456', '089123456'],
  ['01 23 45 67 89', '0123456789'],
  ['01.23.45.67.89', '0123456789'],
  ['06\u00a012\u00a034\u00a056\u00a078', '0612345678'],
  ['(555) 123-4567', '5551234567'],
  ['212-555-0123', '2125550123'],
  // Without groups, a word announces it.
  ['Tel.: 0401234567', '0401234567'],
  ['Telefon: 0401234567', '0401234567'],
  ['Our telephone number is 0401234567.', '0401234567'],
  ['Rufen Sie uns an: 0401234567', '0401234567'],
  ['Tél. 0123456789', '0123456789'],
]

const others = [
  'Your customer number is 0012345678.',
  'Kundennummer 0123456789',
  'Order 0401234567 has arrived',
  'Call us on Monday and name the order, which is 0012345678.',
  'Tel. 040 1. Customer number: 0012345678',
  '01.05.2026',
  '01/05/2026',
  '01-05-2026',
  '01 05 2026',
  '2026-01-05 10:30',
  'Open 0800-1800',
  'Open 0800 - 1800',
  '12 000 000 euros',
  '1,234,567.89',
  'AB0123456789',
  'DE02 1203 0000 0000 2020 51',
  '4006381333931',
  '192.168.178.1',
  '07-10',
  '0 123',
  '+1 234',
  `+${'1'.repeat(17)}`,
]

test('telephone numbers are found, as people write them', () => {
  for (const [text, number] of telephones) assert.deepEqual(numbersIn(text), [number], text)
})

test('dates, times, prices, accounts and customer numbers are not telephone numbers', () => {
  for (const text of others) assert.deepEqual(numbersIn(text), [], text)
})

test('the word that announces a number may be in bold before it', () => {
  assert.deepEqual(numbersIn(' 0401234567', 'Tel.:'), ['0401234567'])
  assert.deepEqual(numbersIn(' 0401234567', 'Customer:'), [])
})

test('the parts of a text are the text', () => {
  const text = 'Tel. 0401234567 or +49 40 123 456, not 01.05.2026.'
  assert.equal(
    telephonesIn(text)
      .map(({ part }) => part)
      .join(''),
    text,
  )
  assert.deepEqual(numbersIn(text), ['0401234567', '+4940123456'])
})
