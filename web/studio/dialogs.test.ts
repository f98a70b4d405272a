import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const source = new URL('src/', import.meta.url)

/** The tag and everything up to its end. */
const partsOf = (text: string, tag: string) =>
  text.match(new RegExp(`<${tag}\\b[\\s\\S]*?</${tag}>|<${tag}\\b[^>]*/>`, 'g')) ?? []

test('every dialog ends with one row of buttons: the way out, then the action', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  )
  let dialogs = 0
  for (const file of files) {
    const text = readFileSync(new URL(file, source), 'utf8')
    for (const dialog of partsOf(text, 'Dialog')) {
      dialogs += 1
      const isAction = /<Button\b[^>]*kind=("primary"|"danger"|\{)/g
      const inside = partsOf(dialog, 'DialogActions').join('').match(isAction) ?? []
      const all = dialog.match(isAction) ?? []
      assert.equal(all.length, inside.length, `${file}: use DialogActions`)
    }
  }
  assert.ok(dialogs >= 5, String(dialogs))
})
