import { useState } from 'react'
import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { Checkbox } from '../ui/field.tsx'
import { Shown } from '../ui/states.tsx'
import { useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'

const mostShown = 50

/** Chooses the open questions that mean the same as this one. */
export const MergeDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { questions: words } = useWords()
  const { id: organization_id } = useOrganization()
  const tell = useToast()
  const [chosen, setChosen] = useState<string[]>([])
  const query = useRead(qpr.questions.list, { organization_id, limit: mostShown + 1 })
  const merge = useChange(qpr.questions.merge, { changes: ['/v1/questions'] })
  const others = query.data?.questions.filter((one) => one.id !== id)
  if (others?.length === 0) {
    return <Dialog onClose={onClose} title={words.mergeTitle} text={words.mergeNone} />
  }
  const confirm = async () => {
    if (chosen.length === 0) return
    await merge.mutateAsync([id, { question_ids: chosen }])
    tell(words.merged)
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={confirm}
      title={words.mergeTitle}
      text={words.mergeText}
      action={words.merge}
    >
      <Shown query={query} height="h-32">
        {() => (
          <div className="flex max-h-80 flex-col overflow-y-auto">
            {others?.slice(0, mostShown).map((one) => (
              <Checkbox
                key={one.id}
                name={one.id}
                label={<bdi className="wrap-anywhere">{one.question}</bdi>}
                hint={words.askedTimes(one.asked)}
                value={chosen.includes(one.id)}
                onChange={(isChosen) =>
                  setChosen((all) =>
                    isChosen ? [...all, one.id] : all.filter((other) => other !== one.id),
                  )
                }
              />
            ))}
          </div>
        )}
      </Shown>
    </ConfirmDialog>
  )
}
