import type { QueryClient } from '@tanstack/react-query'
import { qpr, type Schema } from '../api/client.ts'
import { isSameAddress } from '../api/members.ts'
import { queryOf } from '../api/query.ts'
import { localStore, playSound, unlockSound } from '../browser.ts'

// A click and a key are presses to every browser, a touch that scrolls is not.
for (const press of ['click', 'keydown']) addEventListener(press, unlockSound, true)

const switchKey = 'qpr sound'
const lastKey = 'qpr sound of'

export const isSoundOn = (): boolean => localStore.read(switchKey) !== 'off'

/** Remembered on this device. Switched on, it is played once, so that it is known. */
export const switchSound = (isOn: boolean) => {
  localStore.write(switchKey, isOn ? null : 'off')
  if (isOn) void playSound()
}

/** Sounds for visitors who have begun to wait: once in all tabs, and only for those who are told. */
export const soundFor = async (
  queryClient: QueryClient,
  organizationId: string,
  began: Schema<'Conversation'>[],
) => {
  for (const { id, waiting_since, qpr_code_id } of began) {
    const wait = `${id} ${waiting_since}`
    if (!isSoundOn() || localStore.read(lastKey) === wait) return
    if (!(await isTold(queryClient, organizationId, qpr_code_id))) continue
    if (await playSound()) localStore.write(lastKey, wait)
    return
  }
}

/** The code may have other people than its organization. */
const isTold = async (queryClient: QueryClient, organizationId: string, codeId: string) => {
  const { handoff } = await queryClient.fetchQuery(queryOf(qpr.codes.get, codeId))
  const ofOrganization = queryOf(qpr.organizations.getHandoff, organizationId)
  const { member_ids = [] } = handoff ?? (await queryClient.fetchQuery(ofOrganization))
  if (member_ids.length === 0) return true
  const { members } = await queryClient.fetchQuery(queryOf(qpr.members.list, organizationId))
  const { user } = await queryClient.fetchQuery(queryOf(qpr.account.get))
  return members.some(
    ({ id, email }) => member_ids.includes(id) && isSameAddress(email, user.email),
  )
}
