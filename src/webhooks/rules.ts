import { createDeliveries } from './deliveries.ts'
import { createEvents } from './events.ts'
import { createReplays } from './replay.ts'
import { createSummaries } from './summary.ts'
import { createTestEvents } from './test-event.ts'
import { createWebhooks } from './webhooks.ts'

type Parts = Parameters<typeof createWebhooks>[0] &
  Omit<Parameters<typeof createTestEvents>[0], 'webhooks'>

export type WebhookRules = ReturnType<typeof createWebhookRules>

/** All that the API does with webhooks, their deliveries and the events. */
export const createWebhookRules = (parts: Parts) => {
  const webhooks = createWebhooks(parts)
  return {
    webhooks,
    testEvents: createTestEvents({ ...parts, webhooks }),
    deliveries: createDeliveries({ ...parts, webhooks }),
    replays: createReplays({ ...parts, webhooks }),
    summaries: createSummaries({ ...parts, webhooks }),
    events: createEvents(parts),
  }
}
