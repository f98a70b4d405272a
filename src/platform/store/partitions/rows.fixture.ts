/** Sends one statement without parameters. */
export type Ask = (statement: string) => Promise<Record<string, unknown>[]>

/** 400 rows in each table that grows, spread over the 200 days before an instant. */
export const givenRows = async (ask: Ask, now: number) => {
  const instant = `(${now} - (200 - i / 2)::bigint * 86400000)`
  // The time of an id, in Crockford's base 32.
  const time = `(select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
    ((${instant} >> (5 * (9 - p))) & 31)::int + 1, 1), '' order by p) from generate_series(0, 9) p)`
  const id = (prefix: string) => `'${prefix}_' || ${time} || lpad(i::text, 16, '0')`
  const rows = 'from generate_series(1, 400) i'
  for (const statement of [
    `insert into organizations (id, name, slug, plan, codes_active, codes_archived, members_count,
       created_at, metadata) values ('org_1', 'One', 'one', 'free', 0, 0, 0, 0, '{}')`,
    `insert into scans (code_id, organization_id, scanned_at, device, device_key,
       conversation_started, conversation_messages)
     select 'qpr_1', 'org_1', ${instant}, 'mobile', i::text, 0, 0 ${rows}`,
    `insert into events (id, organization_id, type, created_at, body)
     select ${id('evt')}, 'org_1', 'scan.created', ${instant}, '{}' ${rows}`,
    `insert into deliveries (id, organization_id, webhook_id, event_id, event, status,
       attempts_count, created_at)
     select ${id('dlv')}, 'org_1', 'wh_1', ${id('evt')}, 'scan.created', 'succeeded', 1, ${instant}
     ${rows}`,
    `insert into delivery_attempts (delivery_id, number, started_at, duration_ms)
     select ${id('dlv')}, 1, ${instant}, 10 ${rows}`,
    `insert into conversations (id, organization_id, code_id, scan_id, token_hash, language,
       is_demo, status, turns, messages_count, tokens_in, tokens_out, cost_micros, created_at,
       started_at, ended_at)
     select ${id('conv')}, 'org_1', 'qpr_1', i, i::text, 'en', 0, 'ended', 1, 1, 0, 0, 0, ${instant},
       ${instant}, ${instant} ${rows}`,
    `insert into messages (id, conversation_id, turn, role, text, text_folded, status,
       tokens_reserved, created_at)
     select ${id('msg')}, ${id('conv')}, 1, 'assistant', 'text', 'text', 'done', 0, ${instant} ${rows}`,
    `insert into asked_questions (answer_id, asked_id, conversation_id, organization_id, asked_at)
     select ${id('msg')}, ${id('msg')}, ${id('conv')}, 'org_1', ${instant} ${rows}`,
  ]) {
    await ask(statement)
  }
}

/** The number of rows of each table and a checksum over them. */
export const contentOf = async (ask: Ask) => {
  const content: Record<string, unknown> = {}
  for (const table of [
    'scans',
    'events',
    'deliveries',
    'delivery_attempts',
    'conversations',
    'messages',
    'asked_questions',
  ]) {
    const [row] = await ask(`select count(*)::int as rows,
      md5(string_agg(whole::text, ' ' order by whole::text)) as checksum from ${table} whole`)
    content[table] = row
  }
  return content
}
