import { useQueryClient } from '@tanstack/react-query'
import { apiQuery, useChange } from '../api/query.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { ProblemLine } from '../ui/states.tsx'
import { useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'
import type { Code } from './code.ts'
import { codeRoute } from './routes.ts'

/** For good, so the name has to be typed. */
export const DeleteDialog = (props: { code: Code; isOpen: boolean; onClose: () => void }) => {
  const { code, isOpen, onClose } = props
  const { code: words } = useWords()
  const tell = useToast()
  const queryClient = useQueryClient()
  const navigate = codeRoute.useNavigate()
  const { slug, id } = codeRoute.useParams()
  const remove = useChange('delete', '/v1/qpr-codes/{id}', { changes: ['/v1/organizations'] })
  const confirm = () =>
    remove.mutate(
      { params: { path: { id: code.id } } },
      {
        async onSuccess() {
          await navigate({ to: '/$slug/codes', params: { slug } })
          const { queryKey } = apiQuery('/v1/qpr-codes/{id}', { params: { path: { id } } })
          queryClient.removeQueries({ queryKey })
          await queryClient.invalidateQueries({ queryKey: ['/v1/qpr-codes'] })
          tell(words.deleted(code.name))
        },
      },
    )
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={confirm}
      title={words.deleteTitle}
      text={words.deleteText}
      action={words.delete}
      typeName={code.name}
      isPending={remove.isPending}
      isDanger
    >
      {remove.error && (
        <div className="mt-4">
          <ProblemLine error={remove.error} />
        </div>
      )}
    </ConfirmDialog>
  )
}
