import { useQuery } from '@tanstack/react-query'
import { callsToAction } from '#contract/calls-to-action.ts'
import { maxLength } from '#contract/limits.ts'
import { qpr } from '../../api/client.ts'
import { Checkbox, TextField } from '../../ui/field.tsx'
import type { Fields } from '../../ui/form.tsx'
import { useWords } from '../../words/words.tsx'
import { TextNotices } from '../piece/text-notices.tsx'
import { useSettled } from '../piece/use-settled.ts'
import type { SheetChoices, SheetSource } from './layouts.ts'

/** A frame around each code, with a call to action. */
export const FrameFields = (props: { source: SheetSource; fields: Fields<SheetChoices> }) => {
  const { printSheet, piece } = useWords()
  const { source, fields } = props
  const { isFramed, callToAction } = fields.values
  const { call } = useSettled({ call: callToAction.trim() })
  // The service knows which letters its font has; the first code stands for all.
  const { data } = useQuery({
    queryKey: ['/v1/qpr-codes/{id}/print-preview', 'sheet', call],
    async queryFn({ signal }) {
      const [id = ''] = await source.read(0, 1)
      const query = { kind: 'sticker' as const, title: '', ...(call && { call_to_action: call }) }
      return await qpr.images.previewPrint(id, query, { signal })
    },
    enabled: isFramed,
  })
  return (
    <>
      <Checkbox label={printSheet.frame} {...fields.field('isFramed')} />
      {isFramed && (
        <TextField
          label={piece.call}
          hint={printSheet.frameHint}
          placeholder={data?.call_to_action ?? callsToAction.en[0]}
          maxLength={maxLength.callToAction}
          {...fields.field('callToAction')}
        />
      )}
      {isFramed && data && <TextNotices left_out={data.left_out} shortened={[]} />}
    </>
  )
}
