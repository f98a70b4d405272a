import { useState } from 'react'
import { maxLength } from '#contract/limits.ts'
import { qpr } from '../../api/client.ts'
import { useMay, useOrganization } from '../../api/organization.ts'
import { useChange } from '../../api/query.ts'
import { useWords } from '../../words/words.tsx'
import { IconButton } from '../button.tsx'
import { ConfirmDialog } from '../dialog.tsx'
import { TextField } from '../field.tsx'
import { Menu, MenuItem } from '../menu.tsx'
import { useToast } from '../toast.tsx'
import { savedTemplatePaths, type TemplateChoice } from './templates.ts'

/** Renames or deletes a template of the organization; built-in ones have no menu. */
export const TemplateMenu = ({ template }: { template: TemplateChoice }) => {
  const { templates: words } = useWords()
  const may = useMay()
  const [asks, setAsks] = useState<'rename' | 'delete' | null>(null)
  if (template.example || !may('codes:write')) return null
  const label = words.actionsOf(template.title)
  const close = () => setAsks(null)
  return (
    <span className="absolute top-1 right-1">
      <Menu label={label} trigger={<IconButton icon="more" label={label} />}>
        <MenuItem onSelect={() => setAsks('rename')}>{words.rename}</MenuItem>
        <MenuItem icon="trash" isDanger onSelect={() => setAsks('delete')}>
          {words.delete}
        </MenuItem>
      </Menu>
      {asks === 'rename' && <RenameDialog template={template} onClose={close} />}
      {asks === 'delete' && <DeleteDialog template={template} onClose={close} />}
    </span>
  )
}

interface TemplateDialogProps {
  template: TemplateChoice
  onClose: () => void
}

const changes = { changes: [...savedTemplatePaths] }

const RenameDialog = ({ template, onClose }: TemplateDialogProps) => {
  const { templates: words } = useWords()
  const { id } = useOrganization()
  const [title, setTitle] = useState(template.title)
  const rename = useChange(qpr.templates.rename, changes)
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={() => rename.mutateAsync([id, template.key, { title }])}
      title={words.rename}
      text={words.renameText}
      action={words.rename}
    >
      <TemplateTitle value={title} onChange={setTitle} />
    </ConfirmDialog>
  )
}

const DeleteDialog = ({ template, onClose }: TemplateDialogProps) => {
  const { templates: words } = useWords()
  const { id } = useOrganization()
  const tell = useToast()
  const remove = useChange(qpr.templates.delete, changes)
  const confirm = async () => {
    await remove.mutateAsync([id, template.key])
    tell(words.deleted(template.title))
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={confirm}
      title={words.deleteTitle(template.title)}
      text={words.deleteText}
      action={words.delete}
      isDanger
    />
  )
}

export const TemplateTitle = (props: { value: string; onChange: (title: string) => void }) => {
  const { templates: words } = useWords()
  return (
    <TextField
      {...props}
      name="title"
      label={words.title}
      maxLength={maxLength.name}
      autoComplete="off"
    />
  )
}
