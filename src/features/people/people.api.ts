import { Type } from 'typebox'
import { maxLength } from '#contract/limits.ts'
import { bodyIsOptional, routes } from '../../platform/http/routes.ts'
import { Bool, NoContent, Nullable, Str, Text } from '../../platform/http/schema.ts'
import {
  ConversationDetail,
  ConversationPath,
  MessageSchema,
  NoteSchema,
} from '../conversations/inbox.schema.ts'
import {
  addNote,
  assignConversation,
  noteTyping,
  prepareEnd,
  prepareTake,
  releaseConversation,
  writeToVisitor,
} from './answering.ts'

const permission = 'conversations:answer'
const gone = {
  410: 'The conversation has ended (`conversation_ended`), or its code is archived (`code_archived`).',
}

const Taking = Type.Object({
  force: Type.Optional(
    Bool('Takes the conversation over from the member who has it. Default: false.', false),
  ),
})

export const peopleRoutes = routes('Conversations', (app) => {
  app.post('/v1/conversations/:id/take', {
    operationId: 'takeConversation',
    summary: 'Take a conversation',
    description:
      'You answer from now on: the visitor sees your display name, and no model is asked. A running ' +
      'answer is stopped. Emits `conversation.taken`.',
    permission,
    errors: {
      409: 'Another member has it (`already_taken`, with `name`). `force` takes it over.',
      ...gone,
    },
    preValidation: bodyIsOptional,
    params: ConversationPath,
    body: Taking,
    response: { 200: ConversationDetail },
    prepare: (context, request) => prepareTake(context, request.params.id, request.body),
  })

  app.post('/v1/conversations/:id/messages', {
    operationId: 'writeToVisitor',
    summary: 'Write to the visitor',
    description:
      'Take the conversation first. The visitor sees the message with your display name.',
    permission,
    errors: { 409: 'You do not have the conversation (`not_taken`).', ...gone },
    params: ConversationPath,
    body: Type.Object({
      text: Text(
        maxLength.message,
        'The message, 1 to 4,000 characters. Simple Markdown is shown.',
        'I am at the front desk and bring you a second key.',
      ),
    }),
    response: { 201: MessageSchema },
    change: (change, request) => writeToVisitor(change, request.params.id, request.body),
  })

  app.post('/v1/conversations/:id/typing', {
    operationId: 'noteTyping',
    summary: 'Tell the visitor that you are writing',
    description:
      'Shown for a few seconds, at most once in three seconds. It has no effect unless you have the ' +
      'conversation.',
    permission,
    params: ConversationPath,
    response: { 204: NoContent },
    read: (context, request) => noteTyping(context, request.params.id),
  })

  app.post('/v1/conversations/:id/release', {
    operationId: 'releaseConversation',
    summary: 'Give a conversation back to the assistant',
    description:
      'The assistant answers the next message, and knows what you wrote. `assignee` stays. Also ' +
      'declines a visitor who waits.',
    permission,
    errors: gone,
    params: ConversationPath,
    response: { 200: ConversationDetail },
    change: (change, request) => releaseConversation(change, request.params.id),
  })

  app.post('/v1/conversations/:id/end', {
    operationId: 'endConversation',
    summary: 'End a conversation as a member',
    description: 'Ends it with the reason `closed`. Emits `conversation.completed`.',
    permission,
    params: ConversationPath,
    response: { 204: NoContent },
    prepare: (context, request) => prepareEnd(context, request.params.id),
  })

  app.patch('/v1/conversations/:id', {
    operationId: 'assignConversation',
    summary: 'Assign a conversation',
    description:
      'Names the member who should look after it. While a person has it, the named member has it ' +
      'from now on.',
    permission,
    params: ConversationPath,
    body: Type.Object({
      assignee: Nullable(
        Str('A member who may answer; null: nobody.', 'mem_01JB0000000000000000000000', {
          format: 'text',
          maxLength: 100,
        }),
      ),
    }),
    response: { 200: ConversationDetail },
    change: (change, request) => assignConversation(change, request.params.id, request.body),
  })

  app.post('/v1/conversations/:id/notes', {
    operationId: 'addNote',
    summary: 'Add a note to a conversation',
    description: 'Only members see it.',
    permission,
    errors: { 409: 'The conversation has 200 notes, the maximum (`limit_reached`).' },
    params: ConversationPath,
    body: Type.Object({
      text: Text(maxLength.note, 'The note, 1 to 4,000 characters.', 'Called back at ten.'),
    }),
    response: { 201: NoteSchema },
    change: (change, request) => addNote(change, request.params.id, request.body),
  })
})
