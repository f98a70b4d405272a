import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { unboundIn } from './bounds.ts'

const bound = [
  'select id from codes where organization_id = $1',
  'select id from codes where id = any($1)',
  'select id from codes where id in ($1, $2) and status = $3',
  'select c.id from codes c where c.organization_id is not distinct from $1',
  // The row of one table leads to the rows of the next.
  `select m.text from conversations v join messages m on m.conversation_id = v.id
   where v.token_hash = $1`,
  'select k.id from api_key_texts t join api_keys k on k.id = t.key_id where t.text_hash = $1',
  `select o.id from api_keys k join members m on m.user_id = k.user_id
   join organizations o on o.id = m.organization_id where k.id = $1`,
  'select id from codes where id in (select code_id from code_tags where organization_id = $1)',
  `select id from codes c where organization_id = $1
   and exists (select from code_tags t where t.code_id = c.id)`,
  'select id from scans where organization_id = $1 or code_id = $2',
  'select id from scans where (organization_id, scanned_at) = ($1, $2)',
  'with o as (select $1::text as id) select c.id from codes c join o on c.organization_id = o.id',
  'select c.id from codes c join unnest($1::text[]) as k (id) on k.id = c.id',
  'select code_id from (select code_id from scans where organization_id = $1) as s',
  'insert into codes (id, organization_id) values ($1, $2)',
  'update codes set name = $1 where id = $2',
  'delete from scans using codes where codes.short_id = $1 and scans.code_id = codes.id',
  'select id from codes where organization_id = $1 union select id from codes where id = $2',
  'select value from settings',
  'begin; set local idle_in_transaction_session_timeout = 10000',
  'select nextval($1)',
]

const unbound: [text: string, uses: string[]][] = [
  ['select id from codes', ['select codes by nothing']],
  ['select id from codes where status = $1', ['select codes by status']],
  ['select id from codes where id > $1', ['select codes by id']],
  ['select id from codes where organization_id <> $1', ['select codes by organization_id']],
  ['select id from codes where not id = $1', ['select codes by id']],
  ['select id from codes where id = scope_id', ['select codes by id, scope_id']],
  [
    'select id from scans where organization_id = $1 or device = $2',
    ['select scans by device, organization_id'],
  ],
  [
    'select m.id from conversations v join messages m on m.conversation_id = v.id where v.idle_at < $1',
    ['select conversations by id, idle_at'],
  ],
  ['select m.id from users u join members m on m.user_id = u.id', ['select members by user_id']],
  // An outer join returns every row of its left side.
  [
    'select c.id from codes c left join tags t on c.id = $1',
    ['select codes by id', 'select tags by nothing'],
  ],
  ['delete from codes where id in (select id from codes limit 10)', ['select codes by nothing']],
  ['select (select min(id) from scans) as first', ['select scans by nothing']],
  ['with s as (select id from scans) select id from s', ['select scans by nothing']],
  [
    'select id from codes where id = $1 union all select id from codes',
    ['select codes by nothing'],
  ],
  ['insert into codes (name) values ($1)', ['insert codes']],
  [
    'insert into tags (organization_id) select id from organizations',
    ['select organizations by nothing'],
  ],
  ['update codes set organization_id = $1', ['update codes by nothing']],
  ['select 1 from scans_2026_11', ['select scans (a partition) by nothing']],
  ['delete from scans where scanned_at < $1', ['delete scans by scanned_at']],
]

suite('a statement that names an organization, or a key that leads to one, is bound', () => {
  for (const text of bound) test(text, () => assert.deepEqual(unboundIn(text), []))
})

suite('a statement without such a condition is reported', () => {
  for (const [text, uses] of unbound) test(text, () => assert.deepEqual(unboundIn(text), uses))
})

test('a table that is not declared is refused', () => {
  assert.throws(() => unboundIn('select id from visitors'), /the table visitors is not in/)
})
