/**
 * Background statements that search the rows of all organizations, and why, by what `unboundIn`
 * reports. On several database nodes each of them would be asked on every node.
 */
export const exempt: Record<string, string> = {
  'select deliveries by due_at': 'The dispatcher finds the first webhook with a due delivery.',
  'select deliveries by due_at, webhook_id': 'The dispatcher finds the next webhook after it.',
  'select conversations by idle_at': 'The time at which the next conversation becomes idle.',
  'select conversations by idle_at, organization_id': 'Idle conversations end.',
  'select conversations by waits_until': 'The time at which the next wait for a person is over.',
  'select conversations by organization_id, waits_until': 'Waits for a person end.',
  'select handoff_notices by due_at': 'Notices of waiting visitors are sent.',
  'select messages by lease_until': 'Answers of a process that stopped are finished.',
  'select jobs by due_at': 'The metric of open jobs.',
  'select jobs by due_at, kind': 'The runner finds the time of the next job.',
  'select jobs by due_at, kind, organization_id':
    'The runner finds the next organization with a due job.',
  'select jobs by claim, crashes, due_at, kind, organization_id':
    'The same without jobs during which a process ended.',
  'select knowledge_sources by refresh_at': 'Websites that are due are read again.',
  'select knowledge_sources by id, passages': 'A new embedding model makes all vectors again.',
  'select member_notifications by due_at': 'Scheduled mails are sent.',
  'select question_notices by due_at': 'Mails about unanswered questions are sent.',
  'select subscriptions by reconcile_at': 'Subscriptions are compared with the payment provider.',

  'select audit_entries by id': 'Retention: the oldest rows.',
  'select conversations by ended_at, id': 'Retention: the oldest rows.',
  'select deliveries by due_at, id': 'Retention: the oldest rows.',
  'select deliveries by nothing': 'Retention: the oldest row.',
  'select events by id': 'Retention: the oldest rows.',
  'select jobs by created_at, due_at': 'Retention: finished jobs.',
  'select knowledge_sources by kind, passages, reason, size_bytes, status':
    'Retention: files that could not be read.',
  'select knowledge_uploads by created_at': 'Retention: uploads that were not finished.',
  'select scans by nothing': 'Retention: the oldest rows.',
  'select organization_privacy by organization_id':
    'Retention: goes from organization to organization.',

  'select deliveries by id': 'Retention: whether a month of attempts has a delivery.',
  'select deliveries (a partition) by due_at': 'Retention: whether a delivery of a month waits.',
  'select scans (a partition) by organization_id':
    'Retention: the organizations with scans in a month.',
  'select scans (a partition) by nothing': 'Whether a month is empty.',
  'select events (a partition) by nothing': 'Whether a month is empty.',
  'select deliveries (a partition) by nothing': 'Whether a month is empty.',
  'select delivery_attempts (a partition) by nothing': 'Whether a month is empty.',
  'select messages (a partition) by nothing': 'Whether a month is empty.',

  'select codes by id': 'The rebuild of all sums goes from code to code.',
  'select organizations by id':
    'The rebuild of sums and the check of plan limits go through all of them.',
  'select code_stays by is_deleted': 'The rebuild waits for codes that are being deleted.',
}
