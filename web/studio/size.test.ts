import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { initialLoad, maxInitialBytes } from './build/plugins.ts'

test('what has to arrive before the list of codes shows itself is at most 150 KB, compressed', async () => {
  const { bytes, files } = await initialLoad()
  assert.equal(maxInitialBytes, 150_000)
  // A set without the page, its looks or its words would be small for a bad reason.
  for (const part of [/\/index-.*\.js$/, /\/index-.*\.css$/, /\/en-.*\.js$/, /\/list\.page-/]) {
    assert.ok(
      files.some((file) => part.test(file)),
      String(part),
    )
  }
  assert.ok(bytes > 100_000 && bytes <= maxInitialBytes, `${bytes} bytes: ${files.join(' ')}`)
})

test('what a first look does not need comes later: dialogs, menus, the sheet, the import', async () => {
  const { files, folder } = await initialLoad()
  const built = await readdir(join(folder, 'assets'))
  for (const late of [
    'dialog',
    'drawer',
    'menu-radix',
    'sheet-dialog',
    'import.page',
    'de',
    'fr',
  ]) {
    const isLate = (file: string) => basename(file).startsWith(`${late}-`)
    assert.ok(built.some(isLate), `${late} is not built`)
    assert.ok(!files.some(isLate), `${late} is loaded at first`)
  }
})
