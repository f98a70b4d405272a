import { maxLength } from '#contract/limits.ts'
import { qpr, type Schema } from '../api/client.ts'
import { useMay } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { TextArea } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { Time } from '../ui/time.tsx'
import { useWords } from '../words/words.tsx'

/** What members tell each other about a conversation. */
export const ConversationNotes = ({
  conversation: { id, notes },
}: {
  conversation: Schema<'ConversationDetail'>
}) => {
  const { inbox: words } = useWords()
  const may = useMay()
  return (
    <section aria-label={words.notes} className="card p-4 sm:p-6">
      <h2 className="font-semibold">{words.notes}</h2>
      <p className="mb-3 text-small text-muted">{words.onlyMembers}</p>
      {notes.length === 0 && <p className="mb-3 text-muted">{words.noNotes}</p>}
      <ul className="flex flex-col gap-3">
        {notes.map((note) => (
          <li key={note.id} className="rounded-field bg-warn-soft px-3 py-2">
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {note.text}
            </p>
            <p className="mt-1 text-small wrap-anywhere text-muted">
              <bdi>{note.name ?? words.gone}</bdi> · <Time at={note.created_at} />
            </p>
          </li>
        ))}
      </ul>
      {may('conversations:answer') && <NewNote id={id} />}
    </section>
  )
}

const NewNote = ({ id }: { id: string }) => {
  const { inbox: words, errors } = useWords()
  const add = useChange(qpr.conversations.addNote, { changes: ['/v1/conversations'] })
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: text.trim() === '' ? errors.fields.required : undefined }),
    save: ({ text }) => add.mutateAsync([id, { text }]),
    onSaved: () => form.reset({ text: '' }),
  })
  return (
    <Form form={form} action={words.addNote} className="mt-3 flex flex-col gap-2">
      <TextArea label={words.newNote} rows={2} maxLength={maxLength.note} {...form.field('text')} />
    </Form>
  )
}
