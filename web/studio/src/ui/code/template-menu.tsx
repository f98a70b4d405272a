import { useState } from 'react'
import { maxLength } from '#contract/limits.ts'
import { qpr } from '../../api/client.ts'
import { useMay, useOrganization } from '../../api/organization.ts'
import { useChange } from '../../api/query.ts'
import { useWords } from '../../words/words.tsx'
import { useAsk } from '../ask.tsx'
import { IconButton } from '../button.tsx'
import { type Confirmation, ConfirmDialog } from '../dialog.tsx'
import { TextField } from '../field.tsx'
import { Menu, MenuItem } from '../menu.tsx'
import { savedTemplatePaths, type TemplateChoice } from './templates.ts'

const changes = { changes: savedTemplatePaths }

/** Renames or deletes a template of the organization; built-in ones have no menu. */
export const TemplateMenu = ({ template }: { template: TemplateChoice }) => {
  const { templates: words } = useWords()
  const { id } = useOrganization()
  const may = useMay()
  const ask = useAsk()
  const [isRenaming, setIsRenaming] = useState(false)
  const rename = useChange(qpr.templates.rename, changes)
  const remove = useChange(qpr.templates.delete, changes)
  if (template.example || !may('codes:write')) return null
  const label = words.actionsOf(template.title)
  const askToDelete = () =>
    ask({
      title: words.deleteTitle(template.title),
      text: words.deleteText,
      action: words.delete,
      isDanger: true,
      onConfirm: () => remove.mutateAsync([id, template.key]),
      done: words.deleted(template.title),
    })
  return (
    <span className="absolute top-1 right-1">
      <Menu label={label} trigger={<IconButton icon="more" label={label} />}>
        <MenuItem onSelect={() => setIsRenaming(true)}>{words.rename}</MenuItem>
        <MenuItem icon="trash" isDanger onSelect={askToDelete}>
          {words.delete}
        </MenuItem>
      </Menu>
      {isRenaming && (
        <TitleDialog
          initial={template.title}
          save={(title) => rename.mutateAsync([id, template.key, { title }])}
          onClose={() => setIsRenaming(false)}
          title={words.rename}
          text={words.renameText}
          action={words.rename}
        />
      )}
    </span>
  )
}

interface TitleDialogProps extends Omit<Confirmation, 'onConfirm' | 'done'> {
  initial: string
  save: (title: string) => Promise<unknown>
  /** Tells that it is done. */
  saved?: (title: string) => string
  onClose: () => void
}

/** Asks for the title of a template. */
export const TitleDialog = ({ initial, save, saved, ...dialog }: TitleDialogProps) => {
  const { templates: words } = useWords()
  const [title, setTitle] = useState(initial)
  return (
    <ConfirmDialog {...dialog} onConfirm={() => save(title)} done={saved?.(title)}>
      <TextField
        name="title"
        label={words.title}
        value={title}
        onChange={setTitle}
        maxLength={maxLength.name}
        autoComplete="off"
      />
    </ConfirmDialog>
  )
}
