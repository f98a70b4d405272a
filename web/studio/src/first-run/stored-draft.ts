import { keptInTab } from '../browser.ts'
import type { CodeDraft } from '../ui/code/draft.ts'

/** The draft, and the code that was created from it. */
export interface StoredDraft {
  draft: CodeDraft
  codeId: string | null
}

const keyOf = (organizationId: string) => `qpr.first-code.${organizationId}`

/** Until the tab is closed: a reload must not cost anybody their text. */
export const readDraft = (organizationId: string): StoredDraft | null => {
  try {
    return JSON.parse(keptInTab.read(keyOf(organizationId)) ?? 'null')
  } catch {
    return null
  }
}

export const storeDraft = (organizationId: string, stored: StoredDraft | null) =>
  keptInTab.write(keyOf(organizationId), stored && JSON.stringify(stored))
