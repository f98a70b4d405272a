import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { qpr, type Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { questionRoute } from '../routes.ts'
import { NotFoundPage } from '../shell/failures.tsx'
import { Button } from '../ui/button.tsx'
import { BackLink } from '../ui/links.tsx'
import { Page, Section } from '../ui/page.tsx'
import { Shown, Skeleton } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { languageName, useWords } from '../words/words.tsx'
import { AnswerBox } from './answer-box.tsx'
import { MergeDialog } from './merge.dialog.tsx'

type Question = Schema<'QuestionDetail'>

export const QuestionPage = () => {
  const { id } = questionRoute.useParams()
  return <OneQuestion key={id} />
}

const OneQuestion = () => {
  const { questions: words } = useWords()
  const { id } = questionRoute.useParams()
  const mayWrite = useMay()('knowledge:write')
  const query = useRead(qpr.questions.get, id)
  const { data, error } = query
  if (error?.status === 404) return <NotFoundPage />
  return (
    <Page
      title={
        data ? (
          <bdi className="line-clamp-3 wrap-anywhere">{data.question}</bdi>
        ) : (
          <Skeleton className="h-8 w-64" />
        )
      }
      name={words.question}
      text={data && words.askedTimes(data.asked)}
      back={<BackLink to="/$slug/questions" text={words.title} />}
      action={mayWrite && data && data.status !== 'answered' && <Actions question={data} />}
    >
      <Shown query={query} height="h-120">
        {(question) => (
          <>
            {mayWrite && <AnswerBox question={question} />}
            <Asked question={question} />
          </>
        )}
      </Shown>
    </Page>
  )
}

const Actions = ({ question: { id, status } }: { question: Question }) => {
  const { questions: words } = useWords()
  const navigate = questionRoute.useNavigate()
  const tell = useToast()
  const onError = useTellProblem()
  const [isMerging, setIsMerging] = useState(false)
  const change = useChange(qpr.questions.update, { changes: ['/v1/questions'] })
  const isOpen = status === 'open'
  const press = () =>
    change.mutate([id, { status: isOpen ? 'dismissed' : 'open' }], {
      onError,
      onSuccess() {
        tell(isOpen ? words.dismissed : words.reopened)
        if (isOpen) void navigate({ to: '/$slug/questions', params: (old) => old })
      },
    })
  return (
    <>
      <Button onClick={() => setIsMerging(true)}>{words.merge}</Button>
      <Button isPending={change.isPending} onClick={press}>
        {isOpen ? words.dismiss : words.reopen}
      </Button>
      {isMerging && <MergeDialog id={id} onClose={() => setIsMerging(false)} />}
    </>
  )
}

/** The conversations in which it was asked. */
const Asked = ({ question }: { question: Question }) => {
  const { questions: words } = useWords()
  const { slug } = useOrganization()
  return (
    <Section title={words.asked}>
      <ul className="flex flex-col gap-2">
        {question.questions.map((one) => (
          <li key={one.message_id} className="card relative px-4 py-3 hover:bg-hover">
            <Link
              to="/$slug/conversations/$id"
              params={{ slug, id: one.conversation_id }}
              className="wrap-anywhere after:absolute after:inset-0"
            >
              <bdi>{one.question}</bdi>
            </Link>
            <p className="text-small text-muted">
              <bdi>{one.code_name}</bdi> · {languageName(one.language)} · <Time at={one.asked_at} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
