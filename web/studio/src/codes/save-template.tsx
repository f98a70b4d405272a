import { useState } from 'react'
import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { TemplateTitle } from '../ui/code/template-menu.tsx'
import { savedTemplatePaths } from '../ui/code/templates.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'
import type { Code } from './code.ts'

/** Saves the texts and the style of a code, for the next codes of the organization. */
const SaveTemplateDialog = ({ code, onClose }: { code: Code; onClose: () => void }) => {
  const { templates: words } = useWords()
  const { id } = useOrganization()
  const tell = useToast()
  const [title, setTitle] = useState(code.name)
  const save = useChange(qpr.templates.save, {
    changes: [...savedTemplatePaths],
  })
  const confirm = async () => {
    const body = { qpr_code_id: code.id, title }
    await save.mutateAsync([id, body])
    tell(words.saved(title))
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={confirm}
      title={words.save}
      text={words.saveText}
      action={words.saveAction}
    >
      <TemplateTitle value={title} onChange={setTitle} />
    </ConfirmDialog>
  )
}

export default SaveTemplateDialog
