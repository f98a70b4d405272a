import assert from 'node:assert/strict'
import type { Scan } from '../data/scans.ts'
import { type Followed, followStream } from './live-stream.ts'

/** Follows the live stream of scans. */
export const followScans = async (
  followed: Followed,
  query = '',
  headers: Record<string, string> = {},
) => {
  const stream = await followStream(followed, `/v1/scans/stream${query}`, headers)
  return {
    ...stream,
    /** The next scan; null when the service ended the stream. */
    async next(): Promise<Scan | null> {
      const block = await stream.next()
      if (!block) return null
      const scan = JSON.parse(block.data) as Scan
      assert.deepEqual([block.event, block.id], ['scan', String(scan.id)])
      return scan
    },
  }
}
