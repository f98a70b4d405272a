import { pairOf, positiveInteger } from '../../platform/kit/parsers.ts'
import { setting } from './setting.ts'

/** Limits of a caller: every count that a caller can raise has one. */
export const limitSettings = {
  QPR_LIMIT_WEBHOOKS: setting({
    parse: positiveInteger,
    default: '50',
    doc: 'Maximum webhooks of one organization.',
  }),
  QPR_LIMIT_TEMPLATES: setting({
    parse: positiveInteger,
    default: '50',
    doc: 'Maximum templates that one organization may save.',
  }),
  QPR_LIMIT_SOURCES: setting({
    parse: positiveInteger,
    default: '5000',
    doc: 'Maximum sources of one organization, questions with answers included.',
  }),
  QPR_LIMIT_KNOWLEDGE_PAGES: setting({
    parse: positiveInteger,
    default: '5000',
    doc: 'Maximum pages of the sources of one organization; plans may allow fewer.',
  }),
  QPR_LIMIT_KNOWLEDGE_MB: setting({
    parse: positiveInteger,
    default: '500',
    doc: 'Maximum size of the stored files of one organization in MB; plans may allow less.',
  }),
  QPR_LIMIT_INVITATIONS_PER_DAY: setting({
    parse: positiveInteger,
    default: '100',
    doc: 'Maximum invitations of one organization on one day (UTC), renewed ones included.',
  }),
  QPR_LIMIT_SIGNIN_MAILS_PER_HOUR: setting({
    parse: pairOf(positiveInteger),
    default: '5,300',
    doc: 'Maximum sign-in mails in an hour, as two numbers: to one address, in all.',
  }),
  QPR_LIMIT_STREAMS: setting({
    parse: pairOf(positiveInteger),
    default: '50,2000',
    doc:
      'Maximum open streams per process, as two numbers: of one key or session, of one visitor ' +
      'address.',
  }),
  QPR_LIMIT_KEYS: setting({
    parse: positiveInteger,
    default: '100',
    doc: 'Maximum active API keys of one user.',
  }),
  QPR_LIMIT_VERSIONS: setting({
    parse: positiveInteger,
    default: '100',
    doc: 'Maximum former versions of the texts of one code; the oldest are deleted.',
  }),
  QPR_LIMIT_ORGANIZATIONS_PER_DAY: setting({
    parse: positiveInteger,
    default: '1000',
    doc: 'Maximum organizations that one user may create on one day (UTC); plans limit the total.',
  }),
}
