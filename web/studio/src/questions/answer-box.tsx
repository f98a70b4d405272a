import { useQuery } from '@tanstack/react-query'
import { maxLength } from '#contract/limits.ts'
import { qpr, type Schema } from '../api/client.ts'
import { queryOf, useChange } from '../api/query.ts'
import { CodesField } from '../knowledge/codes-field.tsx'
import { questionRoute } from '../routes.ts'
import { TextArea, TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { Card, Section } from '../ui/page.tsx'
import { Loading, Notice } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'

type Question = Schema<'QuestionDetail'>
type Source = Schema<'KnowledgeSource'>

/** The box that answers a question. An answered one begins with its present answer. */
export const AnswerBox = ({ question }: { question: Question }) => {
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
  const { id, question, code_ids } = props.question
  const { source } = props
  const { questions: words } = useWords()
  const navigate = questionRoute.useNavigate()
  const answer = useChange(qpr.questions.answer, {
    changes: ['/v1/questions', '/v1/knowledge', '/v1/conversations'],
  })
  const form = useForm<{ question: string; answer: string; code_ids: string[] | null }>({
    initial: {
      question: source?.question ?? question,
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
