import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useWords } from '../words/words.tsx'
import type { Code } from './code.ts'

const SheetDialog = lazy(() => import('./sheet/sheet-dialog.tsx'))

/** As many as there is room for on a page, unless the reader wants another layout. */
const copies = 12

/** A sheet full of this code, to be cut. */
export const SheetButton = ({ code }: { code: Code }) => {
  const { print } = useWords()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon="print" onClick={() => setIsOpen(true)}>
        {print.sheetOpen}
      </Button>
      <Suspense>
        {isOpen && (
          <SheetDialog
            source={{ total: 1, read: async () => [code.id] }}
            copies={copies}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
