import { plainStyle } from '#contract/image-styles.ts'
import { useAccount } from '../../api/account.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { choicesOf, Select, TextField } from '../../ui/field.tsx'
import { useFields } from '../../ui/form.tsx'
import { TagField } from '../../ui/tags.tsx'
import { useWords } from '../../words/words.tsx'
import type { BulkChangeFields } from './changing.ts'

interface BulkDialogProps {
  count: number
  onClose: () => void
  onChange: (changes: BulkChangeFields) => void
}

type StyleChoice = '' | 'default' | 'new'

const nothing = {
  add: [] as string[],
  remove: [] as string[],
  model: '',
  style: '' as StyleChoice,
  color: plainStyle.color as string,
  dots: plainStyle.dots,
  eyes: plainStyle.eyes,
}

/** One change of tags, model and style for all selected codes. An empty field changes nothing. */
const BulkDialog = ({ count, onClose, onChange }: BulkDialogProps) => {
  const { bulk, code, print, tags } = useWords()
  const { data: account } = useAccount()
  const { values, field } = useFields(nothing)
  const { add, remove, model, style, color, dots, eyes } = values
  const changes: BulkChangeFields = {
    ...((add.length > 0 || remove.length > 0) && { tags: { add, remove } }),
    ...(model !== '' && { model: model === 'default' ? null : model }),
    ...(style === 'default' && { style: null }),
    ...(style === 'new' && { style: { color, dots, eyes } }),
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
      <TagField label={bulk.addTags} {...field('add')} />
      <TagField label={bulk.removeTags} placeholder={tags.choose} {...field('remove')} />
      <Select
        label={code.model}
        none={bulk.keep}
        choices={{
          default: code.modelDefault(account?.model ?? ''),
          ...choicesOf(account?.models ?? []),
        }}
        {...field('model')}
      />
      <Select
        label={print.style}
        none={bulk.keep}
        choices={{ default: bulk.defaultStyle, new: bulk.newStyle }}
        {...field('style')}
      />
      {style === 'new' && (
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField label={print.color} type="color" {...field('color')} />
          <Select label={print.dots} choices={print.dotShapes} {...field('dots')} />
          <Select label={print.eyes} choices={print.eyeShapes} {...field('eyes')} />
        </div>
      )}
    </ConfirmDialog>
  )
}

export default BulkDialog
