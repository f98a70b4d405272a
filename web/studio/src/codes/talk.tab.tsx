import { useMay } from '../api/organization.ts'
import { Loading, Skeleton } from '../ui/states.tsx'
import { useCode } from './code.ts'
import { TalkForm } from './talk-form.tsx'
import { TalkText } from './talk-text.tsx'

export const TalkTab = () => {
  const code = useCode()
  const may = useMay()
  if (!code) {
    return (
      <Loading>
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
          <Skeleton className="h-160 w-full" />
          <Skeleton className="h-160 w-full" />
        </div>
      </Loading>
    )
  }
  return may('codes:write') ? <TalkForm key={code.id} code={code} /> : <TalkText code={code} />
}
