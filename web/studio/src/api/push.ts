// Push messages to this browser about visitors who wait.
import { isSecurePage, localStore, pushWorkers } from '../browser.ts'
import { qpr, type Schema } from './client.ts'
import { studioPath } from './place.ts'
import { queryClient } from './query-client.ts'

type Account = Schema<'Account'>

/** Who chose them here, in which session, and the address of the browser at its push service. */
const chosenKey = 'qpr push'
const readChosen = () => localStore.read(chosenKey)?.split(' ') ?? []

/** For a reader who signs out. The service has deleted the subscription with the session then. */
export const clearPush = () => localStore.write(chosenKey, null)

/** Why this browser cannot be told; null when it can, or when the reader was not asked yet. */
export const pushObstacle = (publicKey: string | null) => {
  if (publicKey === null || !isSecurePage()) return 'insecure'
  if (!pushWorkers()) return 'unable'
  return Notification.permission === 'denied' ? 'denied' : null
}

const openPush = async (): Promise<PushManager> => {
  const workers = pushWorkers()
  if (!workers) throw new Error('This browser has no push messages.')
  await workers.register(`${studioPath}/push.js`)
  return (await workers.ready).pushManager
}

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['/v1/push-subscriptions'] })

const save = async (subscription: PushSubscription, { user, session_id }: Account) => {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await qpr.pushSubscriptions.add({ endpoint, keys: { p256dh, auth } })
  localStore.write(chosenKey, [user.id, session_id, endpoint].join(' '))
  await readAgain()
}

/** Asks the reader first. Whether the browser is told from now on. */
export const startPush = async (publicKey: string, account: Account): Promise<boolean> => {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const push = await openPush()
  // A subscription with another key of a service would be in the way.
  await (await push.getSubscription())?.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  await save(await push.subscribe(options), account)
  return true
}

export const stopPush = async (): Promise<true> => {
  const subscription = await (await openPush()).getSubscription()
  const [, , chosen] = readChosen()
  const endpoint = chosen ?? subscription?.endpoint
  if (endpoint) await qpr.pushSubscriptions.end({ endpoint })
  clearPush()
  await subscription?.unsubscribe()
  await readAgain()
  return true
}

/** A reader who signs in again after the session has expired is told as before. */
export const resumePush = async (account: Account) => {
  const [userId, sessionId, endpoint] = readChosen()
  if (userId === undefined) return
  // Another person uses this browser now.
  if (userId !== account.user.id) return clearPush()
  if (pushObstacle('') !== null || Notification.permission !== 'granted') return
  const subscription = await (await openPush()).getSubscription()
  const isKnown = sessionId === account.session_id && endpoint === subscription?.endpoint
  if (subscription && !isKnown) await save(subscription, account)
}
