import type { Statements } from './migrations.ts'

/** Ids that a process of the former version may have taken, but not yet written. */
const idsOnTheirWay = 10_000

interface Former {
  table: string
  /** The column by which the rows are divided. It is part of every unique index. */
  key: string
  /** The indexes as they are, which the partition keeps. */
  indexes: string[]
  /** The same of the new parent, and its constraints. */
  additions: string[]
}

/** The table with the rows becomes the only partition of a new parent, for all values. */
const becomePartition = ({ table, key, indexes, additions }: Former): string[] => [
  `alter table ${table} rename to ${table}_later`,
  ...indexes.map((name) => `alter index ${name} rename to later_${name}`),
  `create table ${table} (like ${table}_later including defaults) partition by range (${key})`,
  ...additions,
  // Finds the same indexes and constraints in the partition, so that nothing is built or checked.
  `alter table ${table} attach partition ${table}_later for values from (minvalue) to (maxvalue)`,
]

const formerTables: Former[] = [
  {
    table: 'scans',
    key: 'scanned_at',
    indexes: ['scans_of_code', 'scans_of_organization'],
    additions: [
      'create index scans_of_code on scans (code_id, scanned_at, id)',
      'create index scans_of_organization on scans (organization_id, scanned_at, id)',
      `alter table scans alter column id set default nextval('scans_id_seq')`,
      'alter sequence scans_id_seq owned by scans.id',
    ],
  },
  {
    table: 'events',
    key: 'id',
    indexes: ['events_pkey', 'events_newest', 'events_rare'],
    additions: [
      'alter table events add primary key (id)',
      'create index events_newest on events (organization_id, id desc)',
      `create index events_rare on events (organization_id, type, id desc)
       where type <> 'scan.created'`,
    ],
  },
  {
    table: 'deliveries',
    key: 'id',
    indexes: ['deliveries_pkey', 'deliveries_due', 'deliveries_newest', 'deliveries_failed'],
    additions: [
      'alter table deliveries add primary key (id)',
      'create index deliveries_due on deliveries (webhook_id, due_at) where due_at is not null',
      'create index deliveries_newest on deliveries (webhook_id, id desc)',
      `create index deliveries_failed on deliveries (webhook_id, id desc) where status = 'failed'`,
    ],
  },
  {
    table: 'delivery_attempts',
    key: 'delivery_id',
    indexes: ['delivery_attempts_pkey'],
    additions: ['alter table delivery_attempts add primary key (delivery_id, number)'],
  },
  {
    table: 'messages',
    key: 'conversation_id',
    indexes: ['messages_conversation_id_turn_role_key', 'messages_client', 'messages_running'],
    additions: [
      'alter table messages add unique (conversation_id, turn, role)',
      `create unique index messages_client on messages (conversation_id, client_id)
       where client_id is not null`,
      'create index messages_running on messages (lease_until) where lease_until is not null',
      `alter table messages add foreign key (conversation_id) references conversations (id)
       on delete cascade`,
    ],
  },
]

const onPostgres: ReturnType<Statements> = [
  // All at once, so that a running service of the former version cannot cause a deadlock later.
  `lock table conversations, messages, asked_questions, scans, events, deliveries, delivery_attempts
   in access exclusive mode`,

  // A reference to messages would need a unique index with the id alone, which a partitioned table
  // cannot have. The questions of a conversation are deleted with it, as its messages are.
  'alter table asked_questions drop constraint asked_questions_answer_id_fkey',
  `alter table asked_questions add foreign key (conversation_id) references conversations (id)
   on delete cascade`,

  // A partition cannot have a counter of its own.
  `do $$
   declare
     taken bigint := pg_sequence_last_value('scans_id_seq');
   begin
     alter table scans alter column id drop identity;
     create sequence scans_id_seq as bigint;
     if taken is not null then
       perform setval('scans_id_seq', taken + ${idsOnTheirWay});
     end if;
   end $$`,

  ...formerTables.flatMap(becomePartition),
]

/**
 * The tables that grow with every visitor become partitioned tables, on PostgreSQL. This changes the
 * catalogue and reads no row. The service divides the partition by month later, while it is in use.
 */
export const partitions: Statements = ({ engine }) => (engine === 'sqlite' ? [] : onPostgres)
