import { useState } from 'react'
import type { Schema } from '../api/client.ts'
import { useOrganization, useOrganizations } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Select } from '../ui/field.tsx'
import { ProblemLine } from '../ui/states.tsx'
import { useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'
import { type Code, codePaths } from './code.ts'
import { codeRoute } from './routes.ts'

type Organization = Schema<'Organization'>

export const useOtherOrganizations = (): Organization[] => {
  const { id } = useOrganization()
  const { data } = useOrganizations()
  return data?.organizations.filter((one) => one.id !== id) ?? []
}

interface MoveDialogProps {
  code: Code
  others: Organization[]
  isOpen: boolean
  onClose: () => void
}

export const MoveDialog = ({ code, others, isOpen, onClose }: MoveDialogProps) => {
  const { code: words, ui } = useWords()
  const tell = useToast()
  const navigate = codeRoute.useNavigate()
  const [chosen, setChosen] = useState<string>('')
  const to = others.find(({ id }) => id === chosen) ?? others[0]
  const move = useChange('patch', '/v1/qpr-codes/{id}', { changes: [...codePaths] })
  if (!to) return null
  const confirm = () =>
    move.mutate(
      { params: { path: { id: code.id } }, body: { organization_id: to.id } },
      {
        async onSuccess() {
          const params = { slug: to.slug, id: code.id }
          await navigate({ to: '/$slug/codes/$id/talk', params })
          tell(words.moved(to.name))
        },
      },
    )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.moveTitle} text={words.moveText}>
      <Select
        name="organization"
        label={words.moveTo}
        value={to.id}
        onChange={setChosen}
        choices={Object.fromEntries(others.map(({ id, name }) => [id, name]))}
      />
      {move.error && (
        <div className="mt-4">
          <ProblemLine error={move.error} />
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>{ui.cancel}</Button>
        <Button kind="primary" isPending={move.isPending} onClick={confirm}>
          {words.moveAction}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
