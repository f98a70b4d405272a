import { useQueryClient } from '@tanstack/react-query'
import { maxItems } from '#contract/limits.ts'
import { qpr } from '../../api/client.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/words.tsx'
import { refreshCodes } from './lists.ts'

/** Removes the own style and logo of the selected codes; it cannot be undone, so it asks. */
const BrandDialog = (props: { ids: string[]; onClose: () => void; onApplied: () => void }) => {
  const { ids, onClose, onApplied } = props
  const { brand } = useWords()
  const queryClient = useQueryClient()
  const tell = useToast()
  const confirm = async () => {
    let changed = 0
    for (let from = 0; from < ids.length; from += maxItems.codes) {
      const step = ids.slice(from, from + maxItems.codes)
      changed += (await qpr.codes.applyBrand({ ids: step })).changed
    }
    onApplied()
    tell(brand.applied(changed))
    await refreshCodes(queryClient)
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={confirm}
      title={brand.applyTitle(ids.length)}
      text={brand.applyText}
      action={brand.apply}
    />
  )
}

export default BrandDialog
