import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { qpr } from '../api/client.ts'
import { useAnswerers } from '../api/members.ts'
import { useMay } from '../api/organization.ts'
import { invalidate, queryOf, useChange } from '../api/query.ts'
import { conversationRoute } from '../routes.ts'
import { NotFoundPage } from '../shell/failures.tsx'
import { ConfirmButton } from '../ui/ask.tsx'
import { IconButton } from '../ui/button.tsx'
import { BackLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Shown, Skeleton } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { AnswerBar } from './answer-bar.tsx'
import { ConversationFacts } from './facts.tsx'
import { useNeighbours } from './inbox.ts'
import { ConversationNotes } from './notes.tsx'
import { Transcript } from './transcript.tsx'

const refreshMs = 3000

export const ConversationPage = () => {
  const { id } = conversationRoute.useParams()
  // Another conversation is another page: it begins at its top, with the focus on its title.
  return <OneConversation key={id} />
}

const OneConversation = () => {
  const { conversations: words } = useWords()
  const { id } = conversationRoute.useParams()
  const search = conversationRoute.useSearch()
  const may = useMay()
  const query = useQuery({
    ...queryOf(qpr.conversations.get, id),
    refetchInterval: ({ state }) => state.data?.status === 'open' && refreshMs,
  })
  const { data, error } = query
  const { me } = useAnswerers()
  const isMine = data?.handling === 'person' && me !== undefined && data.assignee === me.id
  const { data: code } = useQuery({
    ...queryOf(qpr.codes.get, data?.qpr_code_id ?? ''),
    enabled: data !== undefined,
    staleTime: 60_000,
  })
  if (error?.status === 404) return <NotFoundPage />
  return (
    <Page
      title={
        data ? (
          <bdi className="line-clamp-2">{data.first_message || words.oneTitle}</bdi>
        ) : (
          <Skeleton className="h-8 w-64" />
        )
      }
      name={words.oneTitle}
      back={<BackLink to="/$slug/conversations" search={search} text={words.title} />}
      action={
        <>
          <Neighbours id={id} />
          {may('conversations:delete') && data && <DeleteConversation id={id} />}
        </>
      }
    >
      <Shown query={query} height="h-120">
        {(conversation) => (
          <>
            <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_17rem]">
              <Transcript conversation={conversation} code={code} isMine={isMine} />
              <aside aria-label={words.facts} className="flex flex-col gap-6">
                <ConversationNotes conversation={conversation} />
                <ConversationFacts conversation={conversation} />
              </aside>
            </div>
            {may('conversations:answer') &&
              conversation.status === 'open' &&
              code?.status !== 'archived' && (
                <AnswerBar conversation={conversation} isMine={isMine} />
              )}
          </>
        )}
      </Shown>
    </Page>
  )
}

/** Asks first: the deletion is permanent. */
const DeleteConversation = ({ id }: { id: string }) => {
  const { conversations: words } = useWords()
  const { slug } = conversationRoute.useParams()
  const search = conversationRoute.useSearch()
  const navigate = conversationRoute.useNavigate()
  const queryClient = useQueryClient()
  const remove = useChange(qpr.conversations.delete)
  const confirm = async () => {
    await remove.mutateAsync([id])
    await navigate({ to: '/$slug/conversations', params: { slug }, search })
    // Only now: on its own page the deleted conversation would be requested again and answer 404.
    queryClient.removeQueries(queryOf(qpr.conversations.get, id))
    void invalidate(queryClient, ['/v1/conversations'])
  }
  return (
    <ConfirmButton
      icon="trash"
      onConfirm={confirm}
      done={words.deleted}
      title={words.deleteTitle}
      text={words.deleteText}
      action={words.delete}
      isDanger
    />
  )
}

/** The newer and the older conversation of the inbox, with the arrow keys too. */
const Neighbours = ({ id }: { id: string }) => {
  const { conversations: words } = useWords()
  const search = conversationRoute.useSearch()
  const navigate = conversationRoute.useNavigate()
  const { newer, older } = useNeighbours(id, search)
  const go = (to: typeof newer) => {
    if (to) void navigate({ params: (old) => ({ ...old, id: to.id }), search: to.search })
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.defaultPrevented || isBusy(event.target)) return
    if (event.key === 'ArrowLeft') go(newer)
    if (event.key === 'ArrowRight') go(older)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <IconButton
        icon="left"
        label={words.newer}
        aria-keyshortcuts="ArrowLeft"
        disabled={!newer}
        className="disabled:opacity-40"
        onClick={() => go(newer)}
      />
      <IconButton
        icon="right"
        label={words.older}
        aria-keyshortcuts="ArrowRight"
        disabled={!older}
        className="disabled:opacity-40"
        onClick={() => go(older)}
      />
    </>
  )
}

/** Arrow keys belong to fields, menus and dialogs first. */
const isBusy = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, dialog, [role=menu]') !== null
