import { maxLength } from '#contract/limits.ts'
import { qpr, type Schema } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { withHttps } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select, TextArea, TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { useWords } from '../words/words.tsx'
import { CodesField } from './codes-field.tsx'

export type Source = Schema<'KnowledgeSource'>

interface DialogProps {
  onClose: () => void
}

interface Values {
  kind: 'page' | 'site'
  url: string
  title: string
  question: string
  answer: string
  refresh: Source['refresh']
  code_ids: string[] | null
}

const blank: Values = {
  kind: 'page',
  url: '',
  title: '',
  question: '',
  answer: '',
  refresh: 'weekly',
  code_ids: null,
}

const changes = ['/v1/knowledge', '/v1/organizations'] as const

/** Adds a page or a website. */
export const NewAddressDialog = ({ onClose }: DialogProps) => {
  const { knowledge: words } = useWords()
  const { id: organization_id } = useOrganization()
  const add = useChange(qpr.knowledge.add, { changes })
  const form = useForm<Values>({
    initial: blank,
    isFreeToLeave: true,
    save: ({ kind, url, refresh, code_ids }) =>
      add.mutateAsync([{ organization_id, kind, url: withHttps(url), refresh, code_ids }]),
    done: words.added,
  })
  return (
    <Dialog onClose={onClose} title={words.addAddress}>
      <Form form={form} action={words.addAddress} isAlwaysReady>
        <TextField
          label={words.address}
          hint={words.addressHint}
          type="url"
          inputMode="url"
          autoComplete="off"
          {...form.field('url')}
        />
        <Select label={words.reach} choices={words.reaches} {...form.field('kind')} />
        <Select label={words.refreshLabel} choices={words.refreshes} {...form.field('refresh')} />
        <CodesField hint={words.codesHint} {...form.field('code_ids')} />
      </Form>
    </Dialog>
  )
}

/** Adds a question with its answer. */
export const NewQuestionDialog = ({ onClose }: DialogProps) => {
  const { knowledge: words } = useWords()
  const { id: organization_id } = useOrganization()
  const add = useChange(qpr.knowledge.add, { changes })
  const form = useForm<Values>({
    initial: blank,
    save: ({ question, answer, code_ids }) =>
      add.mutateAsync([{ organization_id, kind: 'question', question, answer, code_ids }]),
    done: words.added,
  })
  return (
    <Dialog onClose={onClose} title={words.addQuestion}>
      <Form form={form} action={words.addQuestion} isAlwaysReady>
        <QuestionFields form={form} />
        <CodesField hint={words.codesHint} {...form.field('code_ids')} />
      </Form>
    </Dialog>
  )
}

const QuestionFields = ({ form }: { form: ReturnType<typeof useForm<Values>> }) => {
  const { knowledge: words } = useWords()
  return (
    <>
      <TextField
        label={words.question}
        autoComplete="off"
        maxLength={maxLength.question}
        {...form.field('question')}
      />
      <TextArea label={words.answer} hint={words.answerHint} {...form.field('answer')} />
    </>
  )
}

/** Changes the name of a source, its codes, and its answer or how often it is read. */
export const EditSourceDialog = ({ source, onClose }: DialogProps & { source: Source }) => {
  const { knowledge: words } = useWords()
  const change = useChange(qpr.knowledge.update, { changes })
  const { id, kind, title, question, answer, refresh, code_ids } = source
  const isQuestion = kind === 'question'
  const isWeb = kind === 'page' || kind === 'site'
  const form = useForm<Values>({
    initial: { ...blank, title, question: question ?? '', answer: answer ?? '', refresh, code_ids },
    save: ({ title, question, answer, refresh, code_ids }) =>
      change.mutateAsync([
        id,
        {
          title,
          code_ids,
          ...(isQuestion && { question, answer }),
          ...(isWeb && { refresh }),
        },
      ]),
    done: words.saved,
  })
  return (
    <Dialog onClose={onClose} title={words.edit}>
      <Form form={form}>
        <TextField label={words.name} autoComplete="off" {...form.field('title')} />
        {isQuestion && <QuestionFields form={form} />}
        {isWeb && (
          <Select label={words.refreshLabel} choices={words.refreshes} {...form.field('refresh')} />
        )}
        <CodesField hint={words.codesHint} {...form.field('code_ids')} />
      </Form>
    </Dialog>
  )
}

export type TextPassage = Schema<'KnowledgeTextPassage'>

interface CorrectionProps extends DialogProps {
  sourceId: string
  passage: TextPassage
}

/** Corrects a passage that was read wrongly, such as one of a scan. */
export const CorrectionDialog = ({ sourceId, passage, onClose }: CorrectionProps) => {
  const { knowledge: words } = useWords()
  const correct = useChange(qpr.knowledge.correct, { changes })
  const { id, text, read_text } = passage
  const form = useForm<{ text: string }>({
    initial: { text },
    save: (values) =>
      correct.mutateAsync([
        sourceId,
        { passage_id: id, text: values.text === read_text ? null : values.text },
      ]),
    done: words.saved,
  })
  return (
    <Dialog onClose={onClose} title={words.correctTitle} isWide>
      <Form form={form}>
        <TextArea
          label={words.textTitle}
          hint={words.correctHint}
          maxLength={maxLength.passage}
          rows={8}
          {...form.field('text')}
        />
        {read_text !== null && (
          <div>
            <p className="mb-1 text-small text-muted">{words.readText}</p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-muted">
              {read_text}
            </p>
            <Button
              className="mt-3"
              disabled={form.values.text === read_text}
              onClick={() => form.set('text', read_text)}
            >
              {words.restoreText}
            </Button>
          </div>
        )}
      </Form>
    </Dialog>
  )
}
