import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allInjections } from '../../../test/harness/browser/injections.ts'
import { Html, html } from './html.ts'

const attack = `<script>alert("1")</script>' & more`
const signs: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}
const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; &amp; more'

test('a value in a template is escaped', () => {
  assert.equal(html`<p>${attack}</p>`.text, `<p>${escaped}</p>`)
})

test('a value in an attribute cannot leave it', () => {
  assert.equal(
    html`<a href="${attack}" title='${attack}'>`.text,
    `<a href="${escaped}" title='${escaped}'>`,
  )
})

test('no text of the injections leaves its place', () => {
  for (const text of allInjections) {
    const { text: written } = html`${text}`
    assert.doesNotMatch(written, /[<>"']/)
    const read = written.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (sign) => signs[sign] ?? '')
    assert.equal(read, text)
  }
})

test('the result of a template is not escaped again', () => {
  assert.equal(html`<p>${html`<b>${'<'}</b>`}</p>`.text, '<p><b>&lt;</b></p>')
})

test('the items of a list are inserted one by one and escaped', () => {
  assert.equal(html`${['<', html`<i>`, [1, '>']]}`.text, '&lt;<i>1&gt;')
})

test('null and undefined render nothing, zero renders 0', () => {
  assert.equal(html`a${undefined}b${null}c${false}d${0}e${''}f`.text, 'abcd0ef')
})

test('an object that imitates our markup is escaped', () => {
  const lookAlike = JSON.parse('{"text":"<b>"}')
  assert.ok(!(lookAlike instanceof Html))
  assert.throws(() => html`${lookAlike}`)
})

test('the indentation of a template is removed, that of its values stays', () => {
  const text = 'a\n    b'
  const { text: sent } = html`<div>
      <pre>${text}</pre>
    </div>`
  assert.equal(sent, '<div>\n<pre>a\n    b</pre>\n</div>')
})
