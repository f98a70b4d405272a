import { createEvents } from './events/events.ts'
import { createDeliveries } from './log/deliveries.ts'
import { createReplays } from './log/replay.ts'
import { createSummaries } from './registration/summary.ts'
import { createTestEvents } from './registration/test-event.ts'
import { createWebhooks } from './registration/webhooks.ts'

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
