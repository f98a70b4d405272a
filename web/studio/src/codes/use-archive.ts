import { useQueryClient } from '@tanstack/react-query'
import { apiQuery, useChange } from '../api/query.ts'
import { useToast } from '../ui/toast.tsx'
import { problemText } from '../words/problems.ts'
import { useWords } from '../words/words.tsx'
import { type Code, codePaths } from './code.ts'
import { codeRoute } from './routes.ts'

/** Archives a code or brings it back: shown at once, undone by one press. */
export const useArchive = (code: Code) => {
  const words = useWords()
  const tell = useToast()
  const { id } = codeRoute.useParams()
  const queryClient = useQueryClient()
  const { queryKey } = apiQuery('/v1/qpr-codes/{id}', { params: { path: { id } } })
  const change = useChange('patch', '/v1/qpr-codes/{id}', { changes: [...codePaths] })

  const show = (status: Code['status']) =>
    queryClient.setQueryData<Code>(queryKey, (known) => known && { ...known, status })

  const archive = (status: Code['status'], isUndo = false) => {
    const before = status === 'active' ? 'archived' : 'active'
    show(status)
    change.mutate(
      { params: { path: { id: code.id } }, body: { status } },
      {
        onSuccess() {
          const told = status === 'archived' ? words.code.archived : words.code.unarchived
          tell(told(code.name), isUndo ? undefined : () => archive(before, true))
        },
        onError(problem) {
          show(before)
          tell(problemText(words, problem))
        },
      },
    )
  }
  return archive
}
