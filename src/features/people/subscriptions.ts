import { Type } from 'typebox'
import { maxItems } from '#contract/limits.ts'
import type { Change, Context } from '../../platform/context.ts'
import { endedActor } from '../../platform/http/callers/authentication.ts'
import { invalidField, limitReached, problem } from '../../platform/http/problem.ts'
import { Bool, Instant, Nullable, named, Str } from '../../platform/http/schema.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { newId, sha256Hex } from '../../platform/kit/ids.ts'
import { requireSession } from '../accounts/account.ts'
import { isInForce } from '../accounts/authenticator.ts'
import { lockUser } from '../accounts/keys.store.ts'
import { requireTarget } from '../webhooks/webhooks.ts'
import * as store from './notices.store.ts'
import { encryptPush, pushKey, type Subscription } from './push.ts'

export const PushSubscription = named(
  'PushSubscription',
  Type.Object({
    id: Str('Subscription id.', 'psh_01JB0000000000000000000000'),
    host: Str('The push service of the browser.', 'updates.push.services.mozilla.com'),
    current: Bool('Whether it is the browser of this session.', true),
    created_at: Instant('When the browser subscribed.'),
  }),
)

export const PushSubscriptions = named(
  'PushSubscriptions',
  Type.Object({
    public_key: Nullable(
      Str(
        'The key for `applicationServerKey` of the browser; null without https, which browsers ask for.',
        'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
      ),
    ),
    subscriptions: Type.Array(PushSubscription, {
      description: 'Your browsers that are told of visitors who wait.',
    }),
  }),
)

const Endpoint = Str(
  'The address at the push service of the browser.',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  { maxLength: 2000 },
)
const Key = (description: string, example: string) =>
  Str(description, example, { maxLength: 200, pattern: '^[A-Za-z0-9_=-]+$' })

export const NewSubscription = Type.Object({
  endpoint: Endpoint,
  keys: Type.Object(
    {
      p256dh: Key(
        'The public key of the browser.',
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ),
      auth: Key('The secret of the browser.', 'BTBZMqHH6r4Tts7J_aSIgg'),
    },
    { description: 'The keys of the browser.' },
  ),
})
export const EndedSubscription = Type.Object({ endpoint: Endpoint })

/** Browsers allow push on pages with https, and on this machine. */
const isSecure = ({ service }: Pick<Context, 'service'>): boolean => {
  const { https, baseUrl } = service.address
  return https || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(baseUrl).hostname)
}

const subscriptionsOf = async (context: Context) =>
  await store.listSubscriptions(context.db, [context.actor.userId], context.now())

export const listSubscriptions = async (context: Context) => {
  requireSession(context.actor)
  return {
    public_key: isSecure(context) ? await pushKey(context) : null,
    subscriptions: (await subscriptionsOf(context)).map((row) => asSubscription(context, row)),
  }
}

const asSubscription = (
  { actor, service }: Context,
  { id, session_id, sealed, created_at }: store.SubscriptionRow,
) => ({
  id,
  current: session_id === requireSession(actor),
  host: new URL((JSON.parse(service.secrets.decrypt(sealed)) as Subscription).endpoint).host,
  created_at: isoTime(created_at),
})

export const prepareSubscription = async (
  context: Context,
  { endpoint, keys: { p256dh, auth } }: Subscription,
) => {
  requireSession(context.actor)
  if (!isSecure(context)) throw httpsRequired()
  await requireTarget(context, endpoint, '/endpoint')
  const subscription: Subscription = { endpoint, keys: { p256dh, auth } }
  try {
    encryptPush(subscription, '')
  } catch {
    throw invalidField('/keys/p256dh', 'invalid_format', 'This is not the key of a browser.')
  }
  return (change: Change) => addSubscription(change, subscription)
}

const addSubscription = async (change: Change, subscription: Subscription) => {
  const { actor, db, service } = change
  await lockUser(db, actor.userId)
  // The name server may have taken longer than the session lasted.
  if (!(await isInForce(change))) throw endedActor(actor)
  const endpoint_hash = sha256Hex(subscription.endpoint)
  const own = await subscriptionsOf(change)
  const isKnown = own.some((one) => one.endpoint_hash === endpoint_hash)
  if (!isKnown && own.length >= maxItems.pushSubscriptions) {
    throw limitReached(`You have ${maxItems.pushSubscriptions} browsers, the maximum.`)
  }
  const now = change.now()
  const row = await store.saveSubscription(db, {
    id: newId('psh', now),
    user_id: actor.userId,
    session_id: requireSession(actor),
    endpoint_hash,
    sealed: service.secrets.encrypt(JSON.stringify(subscription)),
    created_at: now,
  })
  return asSubscription(change, row)
}

export const endSubscription = async (change: Change, { endpoint }: { endpoint: string }) => {
  requireSession(change.actor)
  await store.removeByEndpoint(change.db, change.actor.userId, sha256Hex(endpoint))
}

const httpsRequired = () =>
  problem(
    409,
    'https_required',
    'Browsers take push messages only from pages with https. Set QPR_BASE_URL to an https address.',
  )
