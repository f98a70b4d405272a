import type { EventType } from '#contract/event-types.ts'

const code = { qpr_code_id: 'qpr_01KFZ7T2M8B3N5QX9VHRC4JDWE', short_id: 'k3v9x0pz' }

const subscription = {
  organization_id: 'org_01KFZ6W0Q4E7T9YB2GMS5XNHKA',
  user_id: 'usr_01KFZ6VZ1C8R4D6PJ3WQ7TMXBN',
  email: 'ana@example.com',
  effective_at: '2026-01-31T12:00:00.000Z',
}

const samples: Record<EventType, object> = {
  'scan.created': {
    scan_id: 4711,
    ...code,
    scanned_at: '2026-01-31T12:00:00.000Z',
    metadata: { table: 12 },
  },
  'conversation.completed': {
    conversation_id: 'conv_01KG9Q4ZP2H6K8VXE5RT3BNMWC',
    ...code,
    scan_id: 4711,
    started_at: '2026-01-31T12:00:09.000Z',
    ended_at: '2026-01-31T12:04:31.000Z',
    reason: 'closed',
    messages_count: 6,
    rating: 'up',
    metadata: { table: 12 },
  },
  'qpr_code.created': {
    id: code.qpr_code_id,
    name: 'Harbour Hotel',
    short_id: code.short_id,
    scan_url: `https://qpr.example.com/s/${code.short_id}`,
    qr_image_url: `https://qpr.example.com/qr/${code.short_id}.png`,
    qr_svg_url: `https://qpr.example.com/qr/${code.short_id}.svg`,
    template: 'hospitality',
    status: 'active',
    scans_total: 0,
    metadata: { table: 12 },
    created_at: '2026-01-31T12:00:00.000Z',
    updated_at: '2026-01-31T12:00:00.000Z',
  },
  'subscription.upgraded': { ...subscription, plan: 'professional', previous_plan: 'free' },
  'subscription.cancelled': { ...subscription, plan: 'free', previous_plan: 'professional' },
}

/** An example of the data of an event, for the reference and for test events. */
export const sampleOf = (type: EventType): object => samples[type]
