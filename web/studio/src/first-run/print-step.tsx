import { useAccount } from '../api/account.ts'
import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useRead } from '../api/read.ts'
import { NotFoundPage } from '../shell/failures.tsx'
import { ButtonAnchor, ButtonLink } from '../ui/button.tsx'
import { CodeBlanks } from '../ui/code/blanks.tsx'
import { CodeImage, ScanAddress } from '../ui/code/code-image.tsx'
import { Downloads } from '../ui/code/downloads.tsx'
import { Card } from '../ui/page.tsx'
import { Shown } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { StepPage } from './step-page.tsx'

export const PrintStep = ({ codeId }: { codeId: string }) => {
  const { firstRun, code: codeWords } = useWords()
  const { slug } = useOrganization()
  const { data: account } = useAccount()
  // The banner above warns. No phone can scan it yet, so the page does not ask for it.
  const isPrivate = account?.scan_host_is_public === false
  const query = useRead(qpr.codes.get, codeId)
  if (query.error?.status === 404) return <NotFoundPage />
  return (
    <StepPage
      step="print"
      title={firstRun.printTitle}
      text={isPrivate ? firstRun.tryText : firstRun.printText}
      action={
        <ButtonLink to="/$slug/codes" params={{ slug }}>
          {firstRun.done}
        </ButtonLink>
      }
    >
      <Shown query={query} height="h-96">
        {(code) => (
          <div className="grid gap-8 md:grid-cols-[20rem_minmax(0,1fr)]">
            <CodeImage code={code} className="mx-auto w-full max-w-80" />
            <div className="flex min-w-0 flex-col gap-6">
              <CodeBlanks code={code} />
              <Card>
                <h2 className="text-large font-semibold">
                  {isPrivate ? firstRun.tryTitle : firstRun.scanTitle}
                </h2>
                <p className="mt-1 mb-4 text-muted">
                  {isPrivate ? firstRun.tryHint : firstRun.scanText}
                </p>
                <ScanAddress code={code} />
                <ButtonAnchor
                  kind="primary"
                  icon="external"
                  href={code.scan_url}
                  target="_blank"
                  rel="noreferrer"
                  className="mt-4"
                >
                  {firstRun.tryHere}
                </ButtonAnchor>
              </Card>
              <Downloads code={code} />
              <div className="flex flex-wrap gap-2">
                <ButtonLink to="/$slug/codes/$id/print" params={{ slug, id: code.id }}>
                  {firstRun.change}
                </ButtonLink>
                <ButtonLink to="/$slug/codes/$id/talk" params={{ slug, id: code.id }}>
                  {firstRun.edit}
                </ButtonLink>
              </div>
            </div>
          </div>
        )}
      </Shown>
      <p className="sr-only" role="status">
        {query.data ? codeWords.created : ''}
      </p>
    </StepPage>
  )
}
