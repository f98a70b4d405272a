import type { Statements } from './migrations.ts'

/** The first hour with a conversation. Before it, retention has deleted them, and the sums stay. */
const firstHour = '(select min(started_at) / 3600000 from conversations)'

/**
 * The sums count every conversation, in the hour in which it started. Before, they counted scans
 * that led to a conversation: that number has its own column now.
 */
export const conversationSums: Statements = ({ count }) => [
  `alter table scan_hours add column scans_with_conversation ${count} not null default 0`,
  'update scan_hours set scans_with_conversation = conversations where conversations > 0',
  `update scan_hours set conversations = 0, messages = 0 where hour >= ${firstHour}`,
  `insert into scan_hours
    (scope_id, hour, scans, scans_with_conversation, conversations, messages)
  select scope_id, hour, 0, 0, count(*), sum(messages_count) from (
    select coalesce(codes.scope_id, codes.id) as scope_id, started_at / 3600000 as hour,
      messages_count
    from conversations join codes on codes.id = conversations.code_id
    where started_at is not null
    union all
    select codes.organization_id, started_at / 3600000, messages_count
    from conversations join codes on codes.id = conversations.code_id
    where started_at is not null
  ) as talks
  where true
  group by scope_id, hour
  on conflict (scope_id, hour) do update set
    conversations = excluded.conversations, messages = excluded.messages`,
]
