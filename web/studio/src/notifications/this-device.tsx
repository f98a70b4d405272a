import { useState } from 'react'
import { useAccount } from '../api/account.ts'
import { qpr } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { pushObstacle, startPush, stopPush } from '../api/push.ts'
import { useRead } from '../api/read.ts'
import { Switch } from '../ui/field.tsx'
import { Card, Section } from '../ui/page.tsx'
import { Notice, Shown } from '../ui/states.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'

/** Whether this browser is told of visitors who wait, also while the Studio is closed. */
export const ThisDevice = () => {
  const { thisDevice: words, notifications } = useWords()
  const { data: account } = useAccount()
  const query = useRead(qpr.pushSubscriptions.list)
  const toast = useToast()
  const toastProblem = useTellProblem()
  // It is on only when the browser and the service say so: the browser may ask for a while.
  const [isBusy, setIsBusy] = useState(false)
  const choose = async (publicKey: string, isOn: boolean) => {
    if (!account || isBusy) return
    setIsBusy(true)
    try {
      const isSaved = await (isOn ? startPush(publicKey, account) : stopPush())
      if (isSaved) toast(notifications.saved)
    } catch (error) {
      // Otherwise it is the browser that failed.
      if (error instanceof ApiProblem) toastProblem(error)
      else toast(words.failed)
    }
    setIsBusy(false)
  }
  return (
    <Section title={words.title} text={words.text}>
      <Shown query={query} height="h-20">
        {({ public_key, subscriptions }) => {
          const obstacle = pushObstacle(public_key)
          if (obstacle) return <Notice tone="warn">{words.obstacles[obstacle]}</Notice>
          return (
            <Card>
              <Switch
                name="push"
                label={words.label}
                hint={words.hint}
                value={subscriptions.some(({ current }) => current)}
                onChange={(isOn) => void choose(public_key ?? '', isOn)}
              />
            </Card>
          )
        }}
      </Shown>
    </Section>
  )
}
