import { useMutation } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { asProblem } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { problemText } from '../words/problems.ts'
import { useWords } from '../words/words.tsx'
import type { Code } from './code.ts'

/** As many as the sheet has room for when nothing is said about it. */
const copies = 12

/** One page full of this code, to be cut. */
export const SheetButton = ({ code }: { code: Code }) => {
  const words = useWords()
  const tell = useToast()
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      const { data } = await api.POST('/v1/qpr-codes/print-sheet', {
        body: {
          ids: Array.from({ length: copies }, () => code.id),
          layout: { paper: 'a4', columns: 3, rows: 4, cut_marks: true },
        },
        parseAs: 'blob',
      })
      return data as unknown as Blob
    },
    onSuccess: (sheet) => saveFile(sheet, `${code.short_id}-a4.pdf`),
    onError: (error) => tell(problemText(words, asProblem(error))),
  })
  return (
    <Button
      icon="print"
      isPending={isPending}
      onClick={() => mutate()}
      aria-label={`${words.print.download}: ${words.print.sheet}`}
    >
      {words.print.download}
    </Button>
  )
}

const saveFile = (file: Blob, name: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
