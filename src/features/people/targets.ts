import { type Static, Type } from 'typebox'
import { chatKinds } from '#contract/handling.ts'
import { maxItems } from '#contract/limits.ts'
import type { Change, Context } from '../../platform/context.ts'
import { invalidField, problem } from '../../platform/http/problem.ts'
import { Bool, Instant, Int, Nullable, named, OneOf, Str } from '../../platform/http/schema.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import { sendOnce } from '../deliveries/deliveries.ts'
import { requireOrganization } from '../organizations/access.ts'
import { OrganizationPath } from '../organizations/organizations.schema.ts'
import { lockOrganization } from '../organizations/organizations.ts'
import { requireTarget } from '../webhooks/webhooks.ts'
import * as store from './notices.store.ts'
import { chatRequest, type TargetSecret } from './notices.ts'

const Kind = OneOf(chatKinds, 'The tool.', 'slack')
const TargetId = Str('Target id.', 'cht_01JB0000000000000000000000')

export const ChatTargets = named(
  'ChatTargets',
  Type.Object({
    targets: Type.Array(
      Type.Object({
        id: TargetId,
        kind: Kind,
        host: Str('The host of the address. The rest is secret.', 'hooks.slack.com/…'),
        created_at: Instant('When the target was added.'),
      }),
      { description: 'The chat tools that are told of a visitor who waits.' },
    ),
  }),
)

export const ChatTargetChanges = Type.Object({
  targets: Type.Array(
    Type.Object({
      id: Type.Optional({
        ...TargetId,
        description: 'A target that stays as it is; the other fields are not needed then.',
      }),
      kind: Type.Optional(Kind),
      url: Type.Optional(
        Str(
          'The secret address at which the tool takes messages: an incoming webhook, a Teams ' +
            'workflow, or `https://api.telegram.org/bot…/sendMessage`.',
          'https://hooks.slack.com/services/T0/B0/x',
          { maxLength: 2000 },
        ),
      ),
      chat_id: Type.Optional(
        Nullable(Str('The chat, for Telegram.', '-1001234', { maxLength: 100, format: 'text' })),
      ),
    }),
    {
      maxItems: maxItems.chatTargets,
      description: 'Up to 5 targets. The list replaces the former one.',
      examples: [[{ kind: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x' }]],
    },
  ),
})
type ChatTargetChanges = Static<typeof ChatTargetChanges>

export const ChatTargetPath = Type.Object({ ...OrganizationPath.properties, target_id: TargetId })

export const ChatTargetTest = Type.Object({
  delivered: Bool('Whether the tool took the message.', true),
  status: Nullable(Int('The HTTP status of its response; null without one.', 200)),
  error: Nullable(Str('What went wrong, or null.', 'No answer within 5000 ms.')),
})

export const listChatTargets = async (context: Context, idOrSlug: string) => {
  const { id } = await requireOrganization(context, idOrSlug, 'organization:write')
  const targets = await store.listTargets(context.db, id)
  return {
    targets: targets.map(({ id, kind, host, created_at }) => ({
      id,
      kind,
      host: `${host}/…`,
      created_at: isoTime(created_at),
    })),
  }
}

/** The addresses are checked outside the transaction, because this queries a name server. */
export const prepareTargets = async (
  context: Context,
  idOrSlug: string,
  { targets }: ChatTargetChanges,
) => {
  await requireOrganization(context, idOrSlug, 'organization:write')
  const added: Pick<store.TargetRow, 'kind' | 'host' | 'sealed'>[] = []
  const stay: { id: string; at: number }[] = []
  for (const [at, { id, kind, url, chat_id = null }] of targets.entries()) {
    if (id !== undefined) {
      stay.push({ id, at })
      continue
    }
    if (kind === undefined) throw missing(at, 'kind')
    if (url === undefined) throw missing(at, 'url')
    if (kind === 'telegram' && chat_id === null) throw missing(at, 'chat_id')
    const { host } = await requireTarget(context, url, `/targets/${at}/url`)
    const secret: TargetSecret = { url, chatId: chat_id }
    added.push({ kind, host, sealed: context.service.secrets.encrypt(JSON.stringify(secret)) })
  }
  return (change: Change) => replaceTargets(change, idOrSlug, stay, added)
}

const replaceTargets = async (
  change: Change,
  idOrSlug: string,
  stay: { id: string; at: number }[],
  added: Pick<store.TargetRow, 'kind' | 'host' | 'sealed'>[],
) => {
  const { db } = change
  const { id: organization_id } = await requireOrganization(change, idOrSlug, 'organization:write')
  // Two lists at once would be one that is too long.
  await lockOrganization(db, organization_id)
  const before = new Set((await store.listTargets(db, organization_id)).map(({ id }) => id))
  const unknown = stay.find(({ id }) => !before.delete(id))
  if (unknown) {
    throw invalidField(`/targets/${unknown.at}/id`, 'unknown', 'There is no target with this id.')
  }
  await store.removeTargets(db, organization_id, [...before])
  const created_at = change.now()
  await store.insertTargets(
    db,
    added.map((target) => ({
      ...target,
      id: newId('cht', created_at),
      organization_id,
      created_at,
    })),
  )
  return await listChatTargets(change, organization_id)
}

/** Sends a message that says that it is a test, in the form of a real one. */
export const testChatTarget = async (context: Context, idOrSlug: string, targetId: string) => {
  const { id: owner } = await requireOrganization(context, idOrSlug, 'organization:write')
  const target = await store.findTarget(context.db, owner, targetId)
  if (!target) throw noSuchTarget()
  const request = await chatRequest(context, target, {
    wordsIn: ({ test }) => test,
    link: `${context.service.address.baseUrl}/studio/${owner}/conversations`,
  })
  const { status, error } = await sendOnce(context, { ...request, owner })
  return { delivered: error === null, status, error }
}

const noSuchTarget = () =>
  problem(404, 'chat_target_not_found', 'There is no chat tool with this id.')

const missing = (at: number, name: string) =>
  invalidField(`/targets/${at}/${name}`, 'required', `${name} is required.`)
