import { routes } from '../../platform/http/routes.ts'
import { NoContent } from '../../platform/http/schema.ts'
import { prepareSource } from './sources.create.ts'
import {
  NewSource,
  SourceChanges,
  SourcePage,
  SourcePath,
  SourceQuery,
  SourceSchema,
  SourceText,
  TextQuery,
} from './sources.schema.ts'
import { readSourceText } from './sources.text.ts'
import {
  deleteSource,
  listSources,
  refreshSource,
  retrieveSource,
  updateSource,
} from './sources.ts'

const limits = {
  402: 'The plan includes no more pages (`plan_limit_reached`).',
  409: 'The organization has too many sources or pages (`limit_reached`).',
}

export const sourceRoutes = routes('Knowledge', (app) => {
  app.get('/v1/knowledge', {
    operationId: 'listSources',
    summary: 'List sources',
    description:
      'The sources of one organization, newest first: files, web pages, websites, and ' +
      'questions with answers. Codes answer from them in addition to their prompts.',
    permission: 'knowledge:read',
    querystring: SourceQuery,
    response: { 200: SourcePage },
    read: (context, request) => listSources(context, request.query),
  })

  app.post('/v1/knowledge', {
    operationId: 'addSource',
    summary: 'Add a web page, a website, or a question with its answer',
    description:
      'A question is in use immediately. A page or a site is read in the background: ' +
      '`status` is `processing`, then `ready` or `failed`. Only pages of the same host are ' +
      'read, and only those that `robots.txt` allows.',
    permission: 'knowledge:write',
    errors: limits,
    body: NewSource,
    response: { 201: SourceSchema },
    prepare: (context, request) => prepareSource(context, request.body),
  })

  app.get('/v1/knowledge/:id', {
    operationId: 'getSource',
    summary: 'Retrieve a source',
    description: 'Returns the source with its progress while it is being read.',
    permission: 'knowledge:read',
    params: SourcePath,
    response: { 200: SourceSchema },
    read: (context, request) => retrieveSource(context, request.params.id),
  })

  app.get('/v1/knowledge/:id/text', {
    operationId: 'getSourceText',
    summary: 'Read the text of a source',
    description:
      'The text that codes answer from, in the order of the source, as passages of about 1,600 ' +
      'characters. While a source is read again, it is the former text.',
    permission: 'knowledge:read',
    params: SourcePath,
    querystring: TextQuery,
    response: { 200: SourceText },
    read: (context, request) => readSourceText(context, request.params.id, request.query),
  })

  app.patch('/v1/knowledge/:id', {
    operationId: 'changeSource',
    summary: 'Change a source',
    description:
      'Changes the title, the codes that use it, or how often it is read again; for a ' +
      'question also its text and its answer. The next answer uses the change.',
    permission: 'knowledge:write',
    params: SourcePath,
    body: SourceChanges,
    response: { 200: SourceSchema },
    change: (change, request) => updateSource(change, request.params.id, request.body),
  })

  app.post('/v1/knowledge/:id/refresh', {
    operationId: 'refreshSource',
    summary: 'Read a source again',
    description:
      'Reads the address or the stored file again in the background. Pages that have not ' +
      'changed are not processed again. Codes use the former state until it is finished.',
    permission: 'knowledge:write',
    errors: { 409: 'A question cannot be read again (`source_not_refreshable`).' },
    params: SourcePath,
    response: { 202: SourceSchema },
    change: (change, request) => refreshSource(change, request.params.id),
  })

  app.delete('/v1/knowledge/:id', {
    operationId: 'deleteSource',
    summary: 'Delete a source',
    description:
      'Deletes the source with its file, passages and vectors. No code answers from it any ' +
      'more. Citations of former answers keep their text.',
    permission: 'knowledge:write',
    params: SourcePath,
    response: { 204: NoContent },
    change: (change, request) => deleteSource(change, request.params.id),
  })
})
