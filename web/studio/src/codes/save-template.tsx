import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { TitleDialog } from '../ui/code/template-menu.tsx'
import { savedTemplatePaths } from '../ui/code/templates.ts'
import { useWords } from '../words/words.tsx'
import type { Code } from './code.ts'

/** Saves the texts and the style of a code, for the next codes of the organization. */
const SaveTemplateDialog = ({ code, onClose }: { code: Code; onClose: () => void }) => {
  const { templates: words } = useWords()
  const { id } = useOrganization()
  const save = useChange(qpr.templates.save, { changes: [...savedTemplatePaths] })
  return (
    <TitleDialog
      initial={code.name}
      save={(title) => save.mutateAsync([id, { qpr_code_id: code.id, title }])}
      saved={words.saved}
      onClose={onClose}
      title={words.save}
      text={words.saveText}
      action={words.saveAction}
    />
  )
}

export default SaveTemplateDialog
