// The pages of the Studio, with the permissions that they and their controls need.
import type { Permission } from '#contract/roles.ts'
import type { Planted } from '../data/planted-organization.ts'
import { peoplePages } from './studio-walk.people.ts'
import { type Place, slug } from './studio-walk.ts'
import { webhookPages } from './studio-walk.webhooks.ts'

export interface Request {
  needs: Permission
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  /** Status and code of the refusal, if not `403 role_not_allowed`. */
  refusal?: string
}

export interface StudioPage extends Place {
  /** Other roles see that they have no access. */
  needs?: Permission
  /** The heading of the page to which other roles are redirected. */
  otherwise?: string
  /** Buttons, links and fields by name, each with the permission that it needs. */
  controls?: Record<string, Permission>
  /** The items of menus, by the name of the button that opens the menu. */
  menus?: Record<string, Record<string, Permission>>
  /** Requests of the page, which the test sends with roles that lack the permission. */
  requests?: Request[]
}

const codePages = ({ organization, code }: Planted): StudioPage[] => {
  const path = `/v1/qpr-codes/${code}`
  const heading = 'Harbour Hotel, lobby'
  const menus = {
    'More actions': {
      Duplicate: 'codes:write',
      'Save as template': 'codes:write',
      Archive: 'codes:write',
      Delete: 'codes:delete',
    },
  } as const
  const draft = { name: 'a', prompt: 'b', organization_id: organization }
  return [
    {
      path: slug,
      heading: 'Home',
      controls: { 'New code': 'codes:write', 'Open questions': 'conversations:read' },
    },
    {
      path: `${slug}/codes`,
      heading: 'Codes',
      controls: { 'New code': 'codes:write' },
      menus: {
        More: { 'Import codes': 'codes:write', 'Print sheet with 1 code': 'codes:read' },
        'Actions for Harbour Hotel, lobby': {
          Open: 'codes:read',
          Archive: 'codes:write',
          Delete: 'codes:delete',
        },
      },
      requests: [
        { needs: 'codes:write', method: 'PATCH', path, body: { status: 'archived' } },
        {
          needs: 'codes:write',
          method: 'POST',
          path: '/v1/qpr-codes/archive',
          body: { ids: [code] },
        },
        { needs: 'codes:delete', method: 'DELETE', path },
      ],
    },
    {
      path: `${slug}/codes/new`,
      heading: 'New code',
      needs: 'codes:write',
      controls: { 'Create code': 'codes:write' },
      requests: [
        { needs: 'codes:write', method: 'POST', path: '/v1/qpr-codes', body: draft },
        {
          needs: 'codes:write',
          method: 'POST',
          path: '/v1/qpr-codes/preview-answer',
          body: { ...draft, messages: [{ role: 'visitor', text: 'c' }] },
        },
      ],
    },
    {
      path: `${slug}/welcome`,
      heading: 'Your first code: what is it for?',
      needs: 'codes:write',
      otherwise: 'Codes',
    },
    {
      path: `${slug}/codes/import`,
      heading: 'Import codes',
      needs: 'codes:write',
      requests: [
        {
          needs: 'codes:write',
          method: 'POST',
          path: '/v1/qpr-codes/bulk',
          body: { codes: [{ name: 'a', prompt: 'b' }], organization_id: organization },
        },
      ],
    },
    {
      path: `${slug}/codes/${code}/talk`,
      heading,
      tab: 'Talk',
      reads: 'Breakfast is from 7 to 10.',
      controls: { Name: 'codes:write', Save: 'codes:write', 'Open the page': 'codes:read' },
      menus,
      requests: [
        { needs: 'codes:write', method: 'PATCH', path, body: { prompt: 'Say nothing.' } },
        { needs: 'codes:delete', method: 'DELETE', path },
      ],
    },
    {
      path: `${slug}/codes/${code}/print`,
      heading,
      tab: 'Print',
      controls: { Logo: 'codes:write', Save: 'codes:write', 'Create print sheet': 'codes:read' },
      menus,
      requests: [
        { needs: 'codes:write', method: 'PATCH', path, body: { style: { color: '#000000' } } },
        { needs: 'codes:write', method: 'DELETE', path: `${path}/logo` },
        {
          needs: 'codes:write',
          method: 'POST',
          path: '/v1/qpr-codes/preview-image',
          body: { qpr_code_id: code },
        },
      ],
    },
    { path: `${slug}/codes/${code}/history`, heading, tab: 'History', menus },
    {
      path: `${slug}/codes/${code}/website`,
      heading,
      tab: 'Website',
      controls: { 'Allowed websites': 'codes:write', Save: 'codes:write' },
      menus,
      requests: [{ needs: 'codes:write', method: 'PATCH', path, body: { embed_origins: [] } }],
    },
    {
      path: `${slug}/codes/${code}/people`,
      heading,
      tab: 'People',
      reads: 'You may contact me about my request.',
      controls: { 'For this code': 'codes:write', Save: 'codes:write' },
      menus,
      requests: [
        { needs: 'codes:write', method: 'PATCH', path, body: { handoff: { enabled: true } } },
        { needs: 'codes:write', method: 'PATCH', path, body: { lead_form: null } },
      ],
    },
    {
      path: `${slug}/codes/${code}/insight`,
      heading,
      tab: 'Insight',
      controls: { Export: 'scans:export', '7 days': 'scans:read' },
      menus,
      requests: [
        { needs: 'scans:export', method: 'GET', path: `/v1/scans/export?qpr_code_id=${code}` },
      ],
    },
  ]
}

const talkPages = ({ organization, conversation, question, source }: Planted): StudioPage[] => [
  {
    path: `${slug}/insight`,
    heading: 'Insight',
    controls: { Export: 'scans:export', Pause: 'scans:read' },
    requests: [
      {
        needs: 'scans:export',
        method: 'GET',
        path: `/v1/scans/export?organization_id=${organization}`,
      },
    ],
  },
  {
    path: `${slug}/conversations`,
    heading: 'Conversations',
    controls: {
      Sound: 'conversations:answer',
      Export: 'conversations:export',
      'When is breakfast?': 'conversations:read',
    },
    requests: [
      {
        needs: 'conversations:export',
        method: 'GET',
        path: `/v1/conversations/export?organization_id=${organization}`,
      },
    ],
  },
  {
    path: `${slug}/conversations/leads`,
    heading: 'Leads',
    needs: 'leads:read',
    tab: 'Leads',
    controls: { Export: 'leads:export', 'Go to codes': 'leads:read' },
    requests: [
      { needs: 'leads:read', method: 'GET', path: `/v1/leads?organization_id=${organization}` },
      {
        needs: 'leads:export',
        method: 'GET',
        path: `/v1/leads/export?organization_id=${organization}`,
      },
    ],
  },
  {
    path: `${slug}/conversations/${conversation}`,
    heading: 'When is breakfast?',
    controls: {
      Delete: 'conversations:delete',
      'Assigned to': 'conversations:answer',
      'Add note': 'conversations:answer',
    },
    menus: { 'More about answer 1': { 'Correct this answer': 'knowledge:write' } },
    requests: [
      {
        needs: 'conversations:delete',
        method: 'DELETE',
        path: `/v1/conversations/${conversation}`,
      },
      ...['take', 'release', 'end', 'typing'].map(
        (action): Request => ({
          needs: 'conversations:answer',
          method: 'POST',
          path: `/v1/conversations/${conversation}/${action}`,
        }),
      ),
    ],
  },
  {
    path: `${slug}/questions`,
    heading: 'Unanswered questions',
    controls: { Answered: 'conversations:read' },
  },
  {
    path: `${slug}/questions/${question}`,
    heading: 'Is there a sauna?',
    controls: { Merge: 'knowledge:write', Dismiss: 'knowledge:write' },
    requests: [
      {
        needs: 'knowledge:write',
        method: 'PATCH',
        path: `/v1/questions/${question}`,
        body: { status: 'dismissed' },
      },
    ],
  },
  { path: `${slug}/knowledge/${source}`, heading: 'Where can I park?', reads: 'Behind the house.' },
  {
    path: `${slug}/knowledge`,
    heading: 'Knowledge',
    controls: { 'Upload files': 'knowledge:write', 'Add question': 'knowledge:write' },
    requests: [
      {
        needs: 'knowledge:write',
        method: 'POST',
        path: '/v1/knowledge',
        body: { kind: 'question', question: 'a', answer: 'b', organization_id: organization },
      },
    ],
  },
]

export const studioPages = (given: Planted): StudioPage[] => [
  ...codePages(given),
  ...talkPages(given),
  ...webhookPages(given),
  ...peoplePages(given),
  { path: '/studio/account', heading: 'Account' },
  { path: '/studio/organizations/new', heading: 'New organization' },
]
