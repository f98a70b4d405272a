import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextPath } from './pages.ts'

test('next accepts a path of the Studio', () => {
  for (const next of [
    '/studio',
    '/studio/',
    '/studio/a/codes?q=x&page=2',
    '/studio?x=1',
    '/studio#a',
  ]) {
    assert.equal(nextPath({ next }), next)
  }
})

test('next accepts an invitation', () => {
  const next = `/invitations/inv_01JB0000000000000000000000.${'a_-'.repeat(14)}`
  assert.equal(nextPath({ next }), next)
})

test('next refuses anything else', () => {
  const foreign = [
    '/invitations',
    '/invitations/x',
    '/invitations/inv_01JB0000000000000000000000.a/../../v1',
    '/invitations/inv_01JB0000000000000000000000.a?next=//evil.example',
    '//evil.example/invitations/inv_01JB0000000000000000000000.a',
    'https://evil.example/studio',
    '//evil.example/studio',
    '/\\evil.example',
    '/studio\\..\\..\\evil',
    '/studio/../signout',
    '/studio/%2e%2e/v1/api-keys',
    '/studio//evil.example',
    '/studio/\\evil.example',
    '/studios',
    '/studio.evil.example',
    'studio',
    'javascript:alert(1)',
    ' /studio',
    '/docs',
    '/',
    '',
    ['/studio'],
    { toString: () => '/studio' },
    undefined,
    null,
    7,
  ]
  for (const next of foreign) assert.equal(nextPath({ next }), null, String(next))
  assert.equal(nextPath(undefined), null)
})

test('next encodes characters that a header cannot contain', () => {
  assert.equal(nextPath({ next: '/studio/a?q=ä\r\nX: y' }), '/studio/a?q=%C3%A4X:%20y')
})
