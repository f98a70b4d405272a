import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withHttps } from './src/ui/address.ts'

const given = {
  'example.com': 'https://example.com',
  ' www.example.com/menu?day=1#soup ': 'https://www.example.com/menu?day=1#soup',
  'example.com:8443/hooks': 'https://example.com:8443/hooks',
  'münchen.example': 'https://münchen.example',
  '10.0.0.1/hooks': 'https://10.0.0.1/hooks',
  'http://example.com': 'http://example.com',
  'HTTPS://example.com': 'HTTPS://example.com',
  'mailto:ana@example.com': 'mailto:ana@example.com',
  'tel:+4940123456': 'tel:+4940123456',
  'javascript:alert(1)': 'javascript:alert(1)',
  'ana@example.com': 'ana@example.com',
  'example..com': 'example..com',
  'our website.com': 'our website.com',
  localhost: 'localhost',
  '': '',
}

test('an address without a scheme gets https, and everything else stays as it was written', () => {
  for (const [written, address] of Object.entries(given)) {
    assert.equal(withHttps(written), address, written)
  }
})
