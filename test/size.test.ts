import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complaints, folderOf } from './size.ts'

test('a folder above its budget, or without one, is named with its lines', () => {
  const lines = { 'src/cli': 100, 'src/service': 101, 'web/new': 7 }
  const [first, second, ...others] = complaints(lines, { 'src/cli': 100, 'src/service': 100 })
  assert.match(first ?? '', /^src\/service has 101 lines; its budget is 100\. Delete .* or raise/)
  assert.match(second ?? '', /^web\/new has 7 lines; its budget is 0\./)
  assert.deepEqual(others, [])
})

test('features and parts of the platform have their own budgets', () => {
  assert.equal(folderOf('src/features/models/demo/demo.ts'), 'src/features/models')
  assert.equal(folderOf('src/platform/context.ts'), 'src/platform')
  assert.equal(folderOf('src/cli/doctor/database.ts'), 'src/cli')
  assert.equal(folderOf('src/main.ts'), 'src')
  assert.equal(folderOf('web/studio/src/codes/list.page.tsx'), 'web/studio')
})
