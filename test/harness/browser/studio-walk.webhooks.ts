// The pages of studio-walk.pages.ts about webhooks and their deliveries.
import type { Planted } from '../data/planted-organization.ts'
import type { StudioPage } from './studio-walk.pages.ts'
import { slug } from './studio-walk.ts'

export const webhookPages = ({ organization, webhook, delivery, hooks }: Planted): StudioPage[] => {
  const path = `/v1/webhooks/${webhook}`
  const needs = 'webhooks:write'
  return [
    {
      path: `${slug}/webhooks`,
      heading: 'Webhooks',
      needs: 'webhooks:read',
      controls: { 'New webhook': needs },
      requests: [
        {
          needs: 'webhooks:read',
          method: 'GET',
          path: `/v1/webhooks?organization_id=${organization}`,
        },
        { needs: 'webhooks:read', method: 'GET', path: `${path}/health` },
      ],
    },
    {
      path: `${slug}/webhooks/new`,
      heading: 'New webhook',
      needs,
      controls: { Register: needs },
      requests: [
        {
          needs,
          method: 'POST',
          path: '/v1/webhooks',
          body: { url: hooks, organization_id: organization },
        },
      ],
    },
    {
      path: `${slug}/webhooks/${webhook}`,
      heading: 'The till',
      tab: 'Deliveries',
      needs: 'webhooks:read',
      controls: {
        Sending: needs,
        Test: needs,
        'Resend deliveries': needs,
        'Resend qpr_code.created': needs,
      },
      requests: [
        { needs, method: 'PATCH', path, body: { active: false } },
        { needs, method: 'POST', path: `${path}/replay`, body: { since: '2026-01-31T12:00:00Z' } },
        { needs, method: 'POST', path: `/v1/deliveries/${delivery}/retry` },
        { needs: 'webhooks:read', method: 'GET', path: `${path}/deliveries` },
      ],
    },
    {
      path: `${slug}/webhooks/${webhook}?tab=test`,
      heading: 'The till',
      tab: 'Test',
      needs,
      controls: { 'Send test event': needs },
      requests: [{ needs, method: 'POST', path: `${path}/test` }],
    },
    {
      path: `${slug}/webhooks/${webhook}?tab=settings`,
      heading: 'The till',
      tab: 'Settings',
      needs: 'webhooks:read',
      controls: {
        Address: needs,
        Save: needs,
        'Rotate secret': needs,
        'Delete webhook': needs,
      },
      requests: [
        { needs, method: 'PATCH', path, body: { url: hooks } },
        { needs, method: 'POST', path: `${path}/rotate-secret` },
        { needs, method: 'DELETE', path },
      ],
    },
    {
      path: `${slug}/webhooks/${webhook}/deliveries/${delivery}`,
      heading: 'qpr_code.created',
      needs: 'webhooks:read',
      controls: { Resend: needs },
      requests: [
        { needs, method: 'POST', path: `/v1/deliveries/${delivery}/retry` },
        { needs: 'webhooks:read', method: 'GET', path: `/v1/deliveries/${delivery}` },
      ],
    },
  ]
}
