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

const read = (): Saved => {
  try {
    return { unsent: [], ...JSON.parse(localStorage.getItem(key) ?? '{}') }
  } catch {
    return { unsent: [] }
  }
}

/** What outlives the page. */
export const saved = read()

export const save = () => {
  try {
    localStorage.setItem(key, JSON.stringify(saved))
  } catch {
    // A private window may forbid it: then it lives as long as the page.
  }
}

// `randomUUID` is not there without https.
export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
