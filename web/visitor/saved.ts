import { attempt, keep, readKept } from './browser.ts'
import { shortId } from './dom.ts'

export interface Unsent {
  text: string
  /** Ours: a message that is sent again with it is answered once. */
  client_id: string
}

interface Saved {
  token?: string
  unsent: Unsent[]
}

const key = `qpr ${shortId}`

/** What outlives the page. */
export const saved: Saved = attempt(() => {
  const { token, unsent = [] } = JSON.parse(readKept(key) ?? '{}')
  return { token, unsent: [...unsent] }
}) ?? { unsent: [] }

export const save = () => keep(key, JSON.stringify(saved))
