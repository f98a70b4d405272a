import { dotShapes, eyeShapes } from '#contract/image-styles.ts'
import { scanLanguages } from '#contract/languages.ts'
import { maxItems, maxLength } from '#contract/limits.ts'
import { codeSorts, codeStatuses } from '#contract/statuses.ts'
import { templates } from '#contract/templates.ts'
import { choice, integer, list, map, object, organization, page, text } from './fields.ts'
import type { ApiTool } from './tool-table.ts'

const codeId = { id: text('The code: its id (qpr_…) or its short id.') }

const suggestions = list(
  text('A question.', maxLength.suggestion),
  maxItems.suggestions,
  'Up to four first questions that the page suggests to visitors.',
)

const contents = {
  template: choice(templates, 'What the code is for. Default for a new code: business.'),
  title: text('The public title that visitors see. Default: the name.', maxLength.name),
  welcome_message: text('The first message that a visitor sees.', maxLength.welcomeMessage),
  suggestions,
  language: choice(scanLanguages, 'The language in which the page opens. Default: the visitor’s.'),
  translations: map(
    object(
      {
        title: text('The title.', maxLength.name),
        welcome_message: text('The welcome message.', maxLength.welcomeMessage),
        suggestions,
      },
      'The texts in this language.',
    ),
    `Title, welcome message and suggestions in other languages, by language (${scanLanguages.join(', ')}). Replaces all translations.`,
  ),
  contact: object(
    {
      label: text('The text of the button.', maxLength.contactLabel),
      url: text('An address with https:, mailto: or tel:.', maxLength.contactUrl),
    },
    'A button with which visitors reach a person.',
  ),
  style: object(
    {
      color: text('The color of the modules, as #rrggbb.'),
      background: text('The background, as #rrggbb; contrast of at least 4:1.'),
      dots: choice(dotShapes, 'The shape of the modules.'),
      eyes: choice(eyeShapes, 'The shape of the three eyes.'),
      margin: integer('The quiet zone in modules.', 4, 16),
    },
    'The style of the QR image.',
  ),
  tags: list(text('A tag.', maxLength.tag), maxItems.tags, 'Tags, to group codes.'),
  metadata: map(true, 'Your own key-value pairs, which events carry.'),
}

const prompt = text(
  'The system prompt of the assistant that visitors talk to: who it is, how it behaves, and every ' +
    'fact that it may tell. Up to 32,000 characters.',
  maxLength.prompt,
)

export const codeTools: readonly ApiTool[] = [
  {
    name: 'list_organizations',
    title: 'List organizations',
    description:
      'Lists the organizations that the API key reaches, with the plan and the number of codes. ' +
      'Use it when the user names an organization; the other tools use the default one otherwise.',
    input: { properties: {} },
    effect: 'reads',
    method: 'GET',
    path: '/v1/organizations',
  },
  {
    name: 'find_codes',
    title: 'Find codes',
    description:
      'Finds QR codes by name, tag or status, with their scans and addresses. Use it first when ' +
      'the user names a code by words: the other tools need its id.',
    input: {
      properties: {
        q: text('Only codes whose name contains this text.', maxLength.search),
        tag: list(text('A tag.', maxLength.tag), maxItems.tags, 'Only codes with all these tags.'),
        status: choice(codeStatuses, 'Default: active.'),
        sort: choice(codeSorts, 'The order. Default: newest first.'),
        ...organization,
        ...page(100),
      },
    },
    effect: 'reads',
    method: 'GET',
    path: '/v1/qpr-codes',
    permission: 'codes:read',
  },
  {
    name: 'read_code',
    title: 'Read a code',
    description:
      'Returns everything about one code: prompt, welcome message, suggestions, translations, ' +
      'style, tags, the address that it opens and the addresses of its image.',
    input: { properties: codeId, required: ['id'] },
    effect: 'reads',
    method: 'GET',
    path: '/v1/qpr-codes/{id}',
    permission: 'codes:read',
  },
  {
    name: 'create_code',
    title: 'Create a code',
    description:
      'Creates a QR code that visitors can talk to. Returns scan_url, the address that the code ' +
      'opens, and qr_image_url, its image as PNG. An assistant of a visitor reaches the code at ' +
      'scan_url followed by /mcp.',
    input: {
      properties: {
        name: text('The internal name, for the owner.', maxLength.name),
        prompt,
        ...contents,
        ...organization,
      },
      required: ['name', 'prompt'],
    },
    effect: 'adds',
    method: 'POST',
    path: '/v1/qpr-codes',
    permission: 'codes:write',
  },
  {
    name: 'change_code',
    title: 'Change a code',
    description:
      'Changes fields of a code; omitted fields stay as they are, and printed copies stay valid. ' +
      'Read the code first when you change a part of its prompt: the prompt is replaced as a ' +
      'whole. Set status to archived to close the page of a code, and to active to open it again.',
    input: {
      properties: {
        ...codeId,
        name: text('The internal name, for the owner.', maxLength.name),
        prompt,
        ...contents,
        status: choice(codeStatuses, 'archived closes the page, active opens it again.'),
      },
      required: ['id'],
    },
    effect: 'changes',
    method: 'PATCH',
    path: '/v1/qpr-codes/{id}',
    permission: 'codes:write',
  },
  {
    name: 'delete_code',
    title: 'Delete a code',
    description:
      'Deletes a code for good, with its scans and conversations; printed copies then open ' +
      'nothing. Ask the user before. To close a code for a while, use change_code with the ' +
      'status archived.',
    input: { properties: codeId, required: ['id'] },
    effect: 'deletes',
    method: 'DELETE',
    path: '/v1/qpr-codes/{id}',
    permission: 'codes:delete',
  },
]
