import { useBlocker } from '@tanstack/react-router'
import { useWords } from '../words/words.tsx'
import { ConfirmDialog } from './dialog.tsx'

interface Places {
  current: { pathname: string }
  next: { pathname: string }
}

interface LeaveGuardProps {
  title: string
  text: string
  /** Without places: the tab is being closed. */
  mustAsk: (places?: Places) => boolean
}

/** Asks before a page is left, by a link, by Back, or by closing the tab. */
export const LeaveGuard = ({ title, text, mustAsk }: LeaveGuardProps) => {
  const { ui } = useWords()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: (places) => mustAsk(places),
    enableBeforeUnload: () => mustAsk(),
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <ConfirmDialog
      onClose={reset}
      onConfirm={proceed}
      title={title}
      text={text}
      action={ui.leave}
      cancel={ui.stay}
      isDanger
    />
  )
}
