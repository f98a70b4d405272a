import { useState } from 'react'
import { dotShapes, eyeShapes, plainStyle } from '#contract/image-styles.ts'
import { useAccount } from '../../api/account.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Select, sameChoices, TextField } from '../../ui/field.tsx'
import { TagField } from '../../ui/tags.tsx'
import { useWords } from '../../words/words.tsx'
import type { BulkChanges } from './bulk-changing.ts'

interface BulkDialogProps {
  count: number
  onClose: () => void
  onChange: (changes: BulkChanges) => void
}

type Keep = ''
type StyleChoice = Keep | 'default' | 'new'

/** One change of tags, model and style for all selected codes. An empty field changes nothing. */
const BulkDialog = ({ count, onClose, onChange }: BulkDialogProps) => {
  const { bulk, code, print, tags } = useWords()
  const { data: account } = useAccount()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const [model, setModel] = useState('')
  const [styleChoice, setStyleChoice] = useState<StyleChoice>('')
  const [color, setColor] = useState<string>(plainStyle.color)
  const [dots, setDots] = useState(plainStyle.dots)
  const [eyes, setEyes] = useState(plainStyle.eyes)
  const changes: BulkChanges = {
    ...((add.length > 0 || remove.length > 0) && { tags: { add, remove } }),
    ...(model !== '' && { model: model === 'default' ? null : model }),
    ...(styleChoice === 'default' && { style: null }),
    ...(styleChoice === 'new' && { style: { color, dots, eyes } }),
  }
  const confirm = () => {
    if (Object.keys(changes).length > 0) onChange(changes)
  }
  return (
    <ConfirmDialog
      title={bulk.title(count)}
      text={bulk.text}
      action={bulk.apply}
      onClose={onClose}
      onConfirm={confirm}
    >
      <TagField label={bulk.addTags} value={add} onChange={setAdd} />
      <TagField
        label={bulk.removeTags}
        placeholder={tags.choose}
        value={remove}
        onChange={setRemove}
      />
      <Select
        label={code.model}
        name="model"
        value={model}
        onChange={setModel}
        none={bulk.keep}
        choices={{
          default: code.modelDefault(account?.model ?? ''),
          ...sameChoices(account?.models ?? []),
        }}
      />
      <Select<StyleChoice>
        label={print.style}
        name="style"
        value={styleChoice}
        onChange={setStyleChoice}
        none={bulk.keep}
        choices={{ default: bulk.defaultStyle, new: bulk.newStyle }}
      />
      {styleChoice === 'new' && (
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            label={print.color}
            name="color"
            type="color"
            value={color}
            onChange={setColor}
          />
          <Select
            label={print.dots}
            name="dots"
            value={dots}
            onChange={setDots}
            choices={pick(print.dotShapes, dotShapes)}
          />
          <Select
            label={print.eyes}
            name="eyes"
            value={eyes}
            onChange={setEyes}
            choices={pick(print.eyeShapes, eyeShapes)}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}

export default BulkDialog

const pick = <T extends string>(labels: Record<T, string>, values: readonly T[]) =>
  Object.fromEntries(values.map((value) => [value, labels[value]])) as Record<T, string>
