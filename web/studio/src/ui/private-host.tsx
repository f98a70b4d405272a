import { useAccount } from '../api/account.ts'
import { useWords } from '../words/words.tsx'

/** The host of the printed address while phones cannot reach it; null when they can. */
export const usePrivateHost = (): string | null => {
  const { data: account } = useAccount()
  return !account || account.scan_host_is_public ? null : account.scan_host
}

/**
 * The warning that phones cannot reach the printed address yet: one sentence for the owner. What the
 * operator does about it is behind “How?”.
 */
export const PrivateHostText = ({ host }: { host: string }) => {
  const { shell } = useWords()
  const { address, tryIt } = shell.privateHost.operator
  return (
    <>
      {shell.privateHost.text(host)}{' '}
      <details className="inline open:block">
        <summary className="link inline-block cursor-pointer list-none py-1 touch:py-2">
          {shell.how}
        </summary>
        <div className="py-1">
          {address} <code className="whitespace-nowrap">QPR_SCAN_HOST=https://…</code>
          <br />
          {tryIt} <code className="whitespace-nowrap">npm start -- --lan</code>
        </div>
      </details>
    </>
  )
}
