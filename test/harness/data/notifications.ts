// The notifications that a member chooses.
import assert from 'node:assert/strict'
import type { Static } from 'typebox'
import type { NotificationSettings } from '../../../src/features/notifications/notifications.schema.ts'
import type { Service } from '../service/service.ts'

type Settings = Static<typeof NotificationSettings>

/** Chooses for the user of a key, in the default organization of the service. */
export const chooseNotifications = async (
  service: Service,
  choice: Partial<Settings>,
  key = service.key,
): Promise<Settings> => {
  const id = await service.defaultOrganizationId()
  const path = `/v1/organizations/${id}/notifications`
  const answer = await service.patch<Settings>(path, choice, { key })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
