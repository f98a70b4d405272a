import { body, showNotice, words } from './dom.ts'

type Later = typeof import('./later.ts')

/** The build writes `import`. */
declare const importOnUse: (address: string) => Promise<Later>

/** The policy of the page contains the hash of this one script. */
export const loadLater = async (): Promise<Later> => {
  try {
    return await importOnUse(body.dataset.more ?? '')
  } catch (error) {
    showNotice(words.failed)
    throw error
  }
}
