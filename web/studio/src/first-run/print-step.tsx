import { type ReactNode, useState } from 'react'
import type { PrintKind } from '#contract/print-pieces.ts'
import { useAccount } from '../api/account.ts'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useRead } from '../api/read.ts'
import { NotFoundPage } from '../shell/failures.tsx'
import { ButtonAnchor, ButtonLink } from '../ui/button.tsx'
import { CodeBlanks } from '../ui/code/blanks.tsx'
import { CodeImage, type ShownCode } from '../ui/code/code-image.tsx'
import { type Press, sizeFor, usePieceFile, usualPaper } from '../ui/code/piece-file.ts'
import { PiecePicture } from '../ui/code/piece-picture.tsx'
import { PressChoice } from '../ui/code/press-choice.tsx'
import { Icon } from '../ui/icons.tsx'
import { ProblemLine, Shown } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { StepPage } from './step-page.tsx'

/** Something to hold, and what to do next. */
export const PrintStep = ({ codeId }: { codeId: string }) => {
  const { firstRun, code: codeWords } = useWords()
  const { slug } = useOrganization()
  const query = useRead(qpr.codes.get, codeId)
  if (query.error?.status === 404) return <NotFoundPage />
  return (
    <StepPage
      step="print"
      title={firstRun.printTitle}
      text={firstRun.printText}
      action={
        <ButtonLink to="/$slug/codes" params={{ slug }}>
          {firstRun.done}
        </ButtonLink>
      }
    >
      <Shown query={query} height="h-96">
        {(code) => (
          <div className="flex flex-col gap-8">
            <CodeBlanks code={code} />
            <PieceButtons code={code} />
            <NextSteps code={code} />
            <div className="flex flex-wrap gap-2">
              <ButtonLink to="/$slug/codes/$id/print" params={{ slug, id: code.id }}>
                {firstRun.change}
              </ButtonLink>
              <ButtonLink to="/$slug/codes/$id/talk" params={{ slug, id: code.id }}>
                {firstRun.edit}
              </ButtonLink>
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

const NextSteps = ({ code }: { code: ShownCode }) => {
  const { firstRun } = useWords()
  const { slug } = useOrganization()
  const may = useMay()
  const { data: account } = useAccount()
  // No phone can scan it yet, so the page does not ask for it.
  const isPrivate = account?.scan_host_is_public === false
  return (
    <section aria-label={firstRun.nextTitle}>
      <h2 className="mb-4 text-large font-semibold">{firstRun.nextTitle}</h2>
      <ol className="grid gap-4 sm:grid-cols-3">
        <NextStep
          title={isPrivate ? firstRun.tryTitle : firstRun.scanTitle}
          text={isPrivate ? firstRun.tryHint : firstRun.scanText}
        >
          {!isPrivate && <CodeImage code={code} className="w-28" />}
          <ButtonAnchor icon="external" href={code.scan_url} target="_blank" rel="noreferrer">
            {firstRun.tryHere}
          </ButtonAnchor>
        </NextStep>
        {may('invitations:write') && (
          <NextStep title={firstRun.inviteTitle} text={firstRun.inviteText}>
            <ButtonLink to="/$slug/members" params={{ slug }}>
              {firstRun.invite}
            </ButtonLink>
          </NextStep>
        )}
        <NextStep title={firstRun.askedTitle} text={firstRun.askedText}>
          <ButtonLink to="/$slug/conversations" params={{ slug }}>
            {firstRun.asked}
          </ButtonLink>
        </NextStep>
      </ol>
    </section>
  )
}

const NextStep = (props: { title: string; text: string; children: ReactNode }) => (
  <li className="card flex flex-col items-start gap-3 p-4">
    <div>
      <h3 className="font-semibold">{props.title}</h3>
      <p className="mt-1 text-small text-muted">{props.text}</p>
    </div>
    <div className="mt-auto flex flex-col items-start gap-3">{props.children}</div>
  </li>
)

const kinds: PrintKind[] = ['tent', 'sticker', 'poster']

/** A table tent, a sticker and a poster as pictures: one press downloads one. */
const PieceButtons = ({ code }: { code: { id: string; name: string } }) => {
  const { firstRun, piece } = useWords()
  const [press, setPress] = useState<Press>(usualPaper)
  const make = usePieceFile(code)
  return (
    <section aria-label={firstRun.piecesTitle} className="flex flex-col gap-4">
      <h2 className="text-large font-semibold">{firstRun.piecesTitle}</h2>
      <PressChoice value={press} onChange={setPress} />
      <ul className="grid gap-4 sm:grid-cols-3">
        {kinds.map((kind) => (
          <li key={kind} className="flex">
            <button
              type="button"
              onClick={() => make.mutate({ kind, size: sizeFor(press, kind), press })}
              aria-busy={make.isPending && make.variables.kind === kind}
              className="card flex w-full flex-col gap-4 p-4 text-left transition-colors hover:border-accent hover:bg-hover"
            >
              <PiecePicture code={code} kind={kind} size={sizeFor(press, kind)} />
              <span className="flex items-start gap-2">
                <Icon name="download" className="mt-1 text-accent" />
                <span>
                  <span className="block font-semibold">{piece.kinds[kind]}</span>
                  <span className="block text-small text-muted">
                    {piece.pieceHints[press][kind]}
                  </span>
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ProblemLine error={make.error} />
    </section>
  )
}
