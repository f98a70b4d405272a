import { useMutation, useQueryClient } from '@tanstack/react-query'
import { maxLength } from '#contract/limits.ts'
import { offered, useAccount } from '../api/account.ts'
import { api } from '../api/client.ts'
import { asProblem } from '../api/problem.ts'
import { forget } from '../api/query.ts'
import { useToast } from '../ui/toast.tsx'
import { problemText } from '../words/problems.ts'
import { useWords } from '../words/words.tsx'
import { type Code, codePaths } from './code.ts'
import { putLogo, readLogo } from './logo.ts'
import { codeRoute } from './routes.ts'

/** A second code like this one, with its logo; then that one is shown. */
export const useDuplicate = (code: Code) => {
  const words = useWords()
  const tell = useToast()
  const queryClient = useQueryClient()
  const navigate = codeRoute.useNavigate()
  const { slug } = codeRoute.useParams()
  const { data: account } = useAccount()
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      // The service ignores the fields that only it sets, such as the id.
      const { data } = await api.POST('/v1/qpr-codes', {
        body: {
          ...code,
          name: words.code.copyOf(code.name).slice(0, maxLength.name),
          model: offered(account, code.model),
        },
      })
      if (!data) throw new Error('A code that was made has no answer.')
      const logo = await readLogo(code.id)
      if (logo) await putLogo(data.id, logo)
      return data
    },
    async onSuccess({ id, name }) {
      await forget(queryClient, codePaths)
      await navigate({ to: '/$slug/codes/$id/talk', params: { slug, id } })
      tell(words.code.duplicated(name))
    },
    onError: (error) => tell(problemText(words, asProblem(error))),
  })
  return { start: () => mutate(), isPending }
}
