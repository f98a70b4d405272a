import { useAccount } from '../api/account.ts'
import { useWords } from '../words/words.tsx'

const command = 'npm start -- --lan'

/**
 * The warning that phones cannot reach the printed address yet, and what helps; null when they can.
 * Every page that warns uses these words.
 */
export const usePrivateHost = () => {
  const { shell } = useWords()
  const { data: account } = useAccount()
  if (!account || account.scan_host_is_public) return null
  const { scan_host: host } = account
  return { host, text: `${shell.privateHost(host)} ${shell.privateHostHelp}`, command }
}
