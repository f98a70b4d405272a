import type { Route } from './types.ts'

/**
 * The calls of the SDK and their operations. A new operation is one line here; a test compares the
 * table with the OpenAPI document.
 */
export const table = {
  codes: {
    list: 'GET /v1/qpr-codes',
    create: 'POST /v1/qpr-codes',
    createMany: 'POST /v1/qpr-codes/bulk',
    get: 'GET /v1/qpr-codes/{id}',
    update: 'PATCH /v1/qpr-codes/{id}',
    updateMany: 'PATCH /v1/qpr-codes/bulk',
    archive: 'POST /v1/qpr-codes/archive',
    applyBrand: 'POST /v1/qpr-codes/apply-brand',
    delete: 'DELETE /v1/qpr-codes/{id}',
    listVersions: 'GET /v1/qpr-codes/{id}/history',
    getVersion: 'GET /v1/qpr-codes/{id}/history/{version}',
    restoreVersion: 'POST /v1/qpr-codes/{id}/history/{version}/restore',
    listTags: 'GET /v1/tags',
    translate: 'POST /v1/qpr-codes/translate',
    previewAnswer: 'POST /v1/qpr-codes/preview-answer',
  },
  images: {
    get: 'GET /qr/{file}',
    preview: 'POST /v1/qpr-codes/preview-image',
    getLogo: 'GET /v1/qpr-codes/{id}/logo',
    setLogo: 'PUT /v1/qpr-codes/{id}/logo',
    deleteLogo: 'DELETE /v1/qpr-codes/{id}/logo',
    printSheet: 'POST /v1/qpr-codes/print-sheet',
    print: 'GET /v1/qpr-codes/{id}/print',
    previewPrint: 'GET /v1/qpr-codes/{id}/print-preview',
  },
  templates: {
    list: 'GET /v1/templates',
    listSaved: 'GET /v1/organizations/{id}/templates',
    save: 'POST /v1/organizations/{id}/templates',
    getSaved: 'GET /v1/organizations/{id}/templates/{template_id}',
    rename: 'PATCH /v1/organizations/{id}/templates/{template_id}',
    delete: 'DELETE /v1/organizations/{id}/templates/{template_id}',
  },
  scans: {
    list: 'GET /v1/scans',
    export: 'GET /v1/scans/export',
    stream: 'GET /v1/scans/stream',
  },
  analytics: {
    get: 'GET /v1/analytics',
    ofCode: 'GET /v1/qpr-codes/{id}/analytics',
    hours: 'GET /v1/analytics/hours',
    codes: 'GET /v1/analytics/codes',
    questions: 'GET /v1/analytics/questions',
    answers: 'GET /v1/analytics/answers',
  },
  conversations: {
    list: 'GET /v1/conversations',
    get: 'GET /v1/conversations/{id}',
    delete: 'DELETE /v1/conversations/{id}',
    export: 'GET /v1/conversations/export',
  },
  organizations: {
    list: 'GET /v1/organizations',
    create: 'POST /v1/organizations',
    get: 'GET /v1/organizations/{id}',
    update: 'PATCH /v1/organizations/{id}',
    delete: 'DELETE /v1/organizations/{id}',
    usage: 'GET /v1/organizations/{id}/usage',
  },
  brand: {
    get: 'GET /v1/organizations/{id}/brand',
    update: 'PATCH /v1/organizations/{id}/brand',
    getLogo: 'GET /v1/organizations/{id}/brand/logo',
    setLogo: 'PUT /v1/organizations/{id}/brand/logo',
    deleteLogo: 'DELETE /v1/organizations/{id}/brand/logo',
  },
  members: {
    list: 'GET /v1/organizations/{id}/members',
    invite: 'POST /v1/organizations/{id}/members',
    update: 'PATCH /v1/organizations/{id}/members/{member_id}',
    remove: 'DELETE /v1/organizations/{id}/members/{member_id}',
  },
  invitations: {
    list: 'GET /v1/organizations/{id}/invitations',
    resend: 'POST /v1/organizations/{id}/invitations/{invitation_id}/resend',
    revoke: 'DELETE /v1/organizations/{id}/invitations/{invitation_id}',
  },
  notifications: {
    get: 'GET /v1/organizations/{id}/notifications',
    update: 'PATCH /v1/organizations/{id}/notifications',
  },
  audit: {
    list: 'GET /v1/organizations/{id}/audit',
    export: 'GET /v1/organizations/{id}/audit/export',
  },
  plans: { list: 'GET /v1/plans' },
  subscription: {
    get: 'GET /v1/organizations/{id}/subscription',
    set: 'PUT /v1/organizations/{id}/subscription',
    cancel: 'DELETE /v1/organizations/{id}/subscription',
    openPortal: 'POST /v1/organizations/{id}/subscription/portal',
  },
  account: { get: 'GET /v1/account' },
  sessions: { list: 'GET /v1/sessions', revoke: 'DELETE /v1/sessions/{id}' },
  apiKeys: {
    list: 'GET /v1/api-keys',
    create: 'POST /v1/api-keys',
    get: 'GET /v1/api-keys/{id}',
    rotate: 'POST /v1/api-keys/{id}/rotate',
    revoke: 'DELETE /v1/api-keys/{id}',
  },
  jobs: {
    list: 'GET /v1/jobs',
    get: 'GET /v1/jobs/{id}',
    cancel: 'POST /v1/jobs/{id}/cancel',
  },
  webhooks: {
    list: 'GET /v1/webhooks',
    create: 'POST /v1/webhooks',
    get: 'GET /v1/webhooks/{id}',
    update: 'PATCH /v1/webhooks/{id}',
    delete: 'DELETE /v1/webhooks/{id}',
    health: 'GET /v1/webhooks/{id}/health',
    rotateSecret: 'POST /v1/webhooks/{id}/rotate-secret',
    test: 'POST /v1/webhooks/{id}/test',
    replay: 'POST /v1/webhooks/{id}/replay',
  },
  deliveries: {
    list: 'GET /v1/webhooks/{id}/deliveries',
    get: 'GET /v1/deliveries/{id}',
    retry: 'POST /v1/deliveries/{id}/retry',
  },
  events: { list: 'GET /v1/events', stream: 'GET /v1/events/stream' },
  /** The operations below `talk` and `resume`, for your own form of a conversation. */
  visitors: {
    open: 'POST /s/{short_id}/conversations',
    get: 'GET /c/{token}',
    say: 'POST /c/{token}/messages',
    retry: 'POST /c/{token}/retry',
    follow: 'GET /c/{token}/events',
    stop: 'POST /c/{token}/stop',
    rate: 'POST /c/{token}/rating',
    close: 'POST /c/{token}/close',
    forget: 'DELETE /c/{token}',
  },
} as const satisfies Record<string, Record<string, Route>>

/** These respond with server-sent events. */
export const streamed: ReadonlySet<Route> = new Set<Route>([
  'GET /v1/scans/stream',
  'GET /v1/events/stream',
  'GET /c/{token}/events',
  'POST /v1/qpr-codes/preview-answer',
])
