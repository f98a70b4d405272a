import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { maxLength } from '#contract/limits.ts'
import { qpr, type Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { queryOf, useChange } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { CodesField } from '../knowledge/codes-field.tsx'
import { questionRoute } from '../routes.ts'
import { NotFoundPage } from '../shell/failures.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { Checkbox, TextArea, TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { BackLink } from '../ui/links.tsx'
import { Card, Page, Section } from '../ui/page.tsx'
import { Loading, Notice, Shown, Skeleton } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { languageName, useFormat, useWords } from '../words/words.tsx'

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
  const toast = useToast()
  const onError = useTellProblem()
  const [isMerging, setIsMerging] = useState(false)
  const change = useChange(qpr.questions.update, { changes: ['/v1/questions'] })
  const isOpen = status === 'open'
  const press = () =>
    change.mutate([id, { status: isOpen ? 'dismissed' : 'open' }], {
      onError,
      onSuccess() {
        toast(isOpen ? words.dismissed : words.reopened)
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

const maxShown = 50

/** Chooses the open questions that mean the same as this one. */
const MergeDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { questions: words } = useWords()
  const { id: organization_id } = useOrganization()
  const toast = useToast()
  const [chosen, setChosen] = useState<string[]>([])
  const query = useRead(qpr.questions.list, { organization_id, limit: maxShown + 1 })
  const merge = useChange(qpr.questions.merge, { changes: ['/v1/questions'] })
  const others = query.data?.questions.filter((one) => one.id !== id)
  if (others?.length === 0) {
    return <Dialog onClose={onClose} title={words.mergeTitle} text={words.mergeNone} />
  }
  const confirm = async () => {
    if (chosen.length === 0) return
    await merge.mutateAsync([id, { question_ids: chosen }])
    toast(words.merged)
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={confirm}
      title={words.mergeTitle}
      text={words.mergeText}
      action={words.merge}
    >
      <Shown query={query} height="h-32">
        {() => (
          <div className="flex max-h-80 flex-col overflow-y-auto">
            {others?.slice(0, maxShown).map((one) => (
              <Checkbox
                key={one.id}
                name={one.id}
                label={<bdi className="wrap-anywhere">{one.question}</bdi>}
                hint={words.askedTimes(one.asked)}
                value={chosen.includes(one.id)}
                onChange={(isChosen) =>
                  setChosen((all) =>
                    isChosen ? [...all, one.id] : all.filter((other) => other !== one.id),
                  )
                }
              />
            ))}
          </div>
        )}
      </Shown>
    </ConfirmDialog>
  )
}

type Source = Schema<'KnowledgeSource'>

/** The box that answers a question. An answered one begins with its present answer. */
const AnswerBox = ({ question }: { question: Question }) => {
  const { questions: words } = useWords()
  const { instant } = useFormat()
  const { source_id, answered_at } = question
  const { data: source, isLoading } = useQuery({
    ...queryOf(qpr.knowledge.get, source_id ?? ''),
    enabled: source_id !== null,
  })
  if (isLoading) return <Loading />
  return (
    <Section title={words.answerTitle}>
      <Card>
        {answered_at !== null && (
          <Notice className="mb-4">{words.answeredAt(instant(answered_at))}</Notice>
        )}
        <AnswerForm key={source?.id} question={question} source={source} />
      </Card>
    </Section>
  )
}

const AnswerForm = (props: { question: Question; source: Source | undefined }) => {
  const { id, code_ids } = props.question
  const { source } = props
  const { questions: words } = useWords()
  const navigate = questionRoute.useNavigate()
  const answer = useChange(qpr.questions.answer, {
    changes: ['/v1/questions', '/v1/knowledge', '/v1/conversations'],
  })
  const form = useForm<{ question: string; answer: string; code_ids: string[] | null }>({
    initial: {
      // The words of a visitor may be personal, so they are not proposed.
      question: source?.question ?? '',
      answer: source?.answer ?? '',
      code_ids: source?.code_ids ?? code_ids,
    },
    save: (body) => answer.mutateAsync([id, body]),
    done: words.answered,
    onSaved: () => void navigate({ to: '/$slug/questions', params: (old) => old }),
  })
  return (
    <Form form={form} action={source ? words.replace : words.send} isAlwaysReady>
      <TextField
        label={words.wording}
        hint={words.wordingHint}
        autoComplete="off"
        maxLength={maxLength.question}
        {...form.field('question')}
      />
      <TextArea
        label={words.answer}
        hint={words.answerHint}
        maxLength={maxLength.message}
        {...form.field('answer')}
      />
      <CodesField hint={words.codesHint} {...form.field('code_ids')} />
    </Form>
  )
}
