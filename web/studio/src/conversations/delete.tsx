import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery, forget, useChange } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'
import { conversationRoute } from './routes.ts'

/** Asks first: the deletion is permanent. */
export const DeleteConversation = ({ id }: { id: string }) => {
  const { conversations: words } = useWords()
  const [isOpen, setIsOpen] = useState(false)
  const tell = useToast()
  const { slug } = conversationRoute.useParams()
  const search = conversationRoute.useSearch()
  const navigate = conversationRoute.useNavigate()
  const queryClient = useQueryClient()
  const path = { id }
  const remove = useChange('delete', '/v1/conversations/{id}')
  const onConfirm = async () => {
    await remove.mutateAsync({ params: { path } })
    await navigate({ to: '/$slug/conversations', params: { slug }, search })
    // Only now: on its own page the deleted conversation would be requested again and answer 404.
    queryClient.removeQueries(apiQuery('/v1/conversations/{id}', { params: { path } }))
    void forget(queryClient, ['/v1/conversations'])
    tell(words.deleted)
  }
  return (
    <>
      <Button icon="trash" onClick={() => setIsOpen(true)}>
        {words.delete}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => {
          setIsOpen(false)
          remove.reset()
        }}
        onConfirm={() => void onConfirm().catch(() => {})}
        title={words.deleteTitle}
        text={words.deleteText}
        action={words.delete}
        isDanger
        change={remove}
      />
    </>
  )
}
