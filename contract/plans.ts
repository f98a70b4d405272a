/** From the smallest to the largest. */
export const planNames = ['free', 'starter', 'professional', 'enterprise'] as const
export type Plan = (typeof planNames)[number]

/** What a plan can limit, in the order of the plans file. */
export const limitNames = [
  'organizations',
  'codes',
  'members',
  'scans_per_month',
  'messages_per_month',
  'knowledge_pages',
  'knowledge_mb',
  'retention_days',
] as const
export type LimitName = (typeof limitNames)[number]
