import { type Static, Type } from 'typebox'
import { maxLength } from '#contract/limits.ts'
import { roles } from '#contract/roles.ts'
import { Bool, Instant, Nullable, named, OneOf, Str, Text } from '../../platform/http/schema.ts'
import { entryFields } from '../audit/audit.ts'

const userId = 'usr_01JB0000000000000000000000'
const organizationId = 'org_01JB0000000000000000000000'

const DisplayName = Text(
  maxLength.displayName,
  'The name that visitors see when you write to them, 1 to 80 characters. They never see your ' +
    'address.',
  'Ana',
)

export const AccountUser = Type.Object(
  {
    id: Str('User id.', userId),
    email: Str('The e-mail address of the user.', 'ana@example.com'),
    email_confirmed: Bool(
      'Whether the user has proved that the address is theirs. An account of a copied invitation ' +
        'link has not: it has only the organization that invited it until the user signs in with ' +
        'a link to the address.',
      true,
    ),
    new_email: Nullable(
      Str('The address that waits for its confirmation; null if none does.', 'ana@example.org'),
    ),
    display_name: Nullable(DisplayName),
    signs_in_with_company: Bool(
      'Whether the address comes from the sign-in service of a company. Then it cannot be changed ' +
        'here.',
      false,
    ),
  },
  { description: 'The user of the key or the session.' },
)

export const AccountChanges = Type.Object(
  {
    email: Type.Optional(
      Str(
        'The new address. It counts once it is confirmed, with the link in the mail that it gets. ' +
          'The current address gets a mail with a link that stops or undoes the change. The ' +
          'current address stops a change that waits.',
        'ana@example.org',
        { format: 'email', maxLength: 254 },
      ),
    ),
    display_name: Type.Optional(Nullable(DisplayName)),
  },
  { examples: [{ display_name: 'Ana' }] },
)
export type AccountChanges = Static<typeof AccountChanges>

const list = <T extends Parameters<typeof Type.Array>[0]>(description: string, item: T) =>
  Type.Array(item, { description })

/** Everything that is stored about a person. */
export const AccountExport = named(
  'AccountExport',
  Type.Object({
    exported_at: Instant('When the file was written.'),
    user: Type.Object(
      {
        id: Str('User id.', userId),
        email: Str('The e-mail address.', 'ana@example.com'),
        email_confirmed: Bool('Whether the user has proved that the address is theirs.', true),
        display_name: Nullable(Str('The name that visitors see.', 'Ana')),
        language: Nullable(Str('The language of mails; null if unknown.', 'en')),
        time_zone: Nullable(Str('The time zone of mails; null if unknown.', 'Europe/Berlin')),
        created_at: Instant('When the account was created.'),
      },
      { description: 'The user.' },
    ),
    organizations: list(
      'The memberships.',
      Type.Object({
        id: Str('Organization id.', organizationId),
        name: Str('The name of the organization.', 'Harbour Hotels'),
        slug: Str('The slug of the organization.', 'harbour-hotels'),
        member_id: Str('Member id.', 'mem_01JB0000000000000000000000'),
        role: OneOf(roles, 'The role.', 'editor'),
        joined_at: Instant('When the member joined.'),
        notifications: list(
          'The mails that the member has chosen.',
          Type.Object({
            kind: Str('The kind of mail.', 'summary'),
            value: Str('`on`, `off`, `daily` or `weekly`.', 'weekly'),
          }),
        ),
      }),
    ),
    invitations: list(
      'Open invitations for the address.',
      Type.Object({
        organization_name: Str('The name of the organization.', 'Harbour Hotels'),
        role: OneOf(roles, 'The role.', 'editor'),
        expires_at: Instant('When the invitation expires.'),
      }),
    ),
    keys: list(
      'The API keys, without their values.',
      Type.Object({
        id: Str('Key id.', 'key_01JB0000000000000000000000'),
        name: Str('The name of the key.', 'Website'),
        organization_id: Nullable(Str('Its only organization; null: all.', organizationId)),
        role: Nullable(OneOf(roles, 'Its maximum role; null: that of the user.', 'editor')),
        created_at: Instant('When the key was created.'),
        last_used_at: Nullable(Instant('When the key was last used.')),
        expires_at: Nullable(Instant('When the key expires; null: never.')),
        revoked_at: Nullable(Instant('When the key was revoked; null: it was not.')),
      }),
    ),
    sessions: list(
      'The browsers in which the user is signed in.',
      Type.Object({
        id: Str('Session id.', 'ses_01JB0000000000000000000000'),
        browser: Nullable(Str('Browser and system.', 'Firefox on Windows')),
        created_at: Instant('When the session began.'),
        last_used_at: Nullable(Instant('When the session was last used.')),
        expires_at: Instant('When the session expires.'),
      }),
    ),
    push_subscriptions: list(
      'The browsers that are told of visitors who wait, without their addresses and keys.',
      Type.Object({
        id: Str('Subscription id.', 'psh_01JB0000000000000000000000'),
        session_id: Str('The session of the browser.', 'ses_01JB0000000000000000000000'),
        created_at: Instant('When the browser subscribed.'),
      }),
    ),
    company_identities: list(
      'The accounts at the sign-in service of a company.',
      Type.Object({
        issuer: Str('The sign-in service.', 'https://login.example.com'),
        subject: Str('The id of the account there.', '248289761001'),
        created_at: Instant('When the user first signed in with it.'),
      }),
    ),
    address_changes: list(
      'Changes of the address, of the last 7 days.',
      Type.Object({
        old_email: Str('The address before.', 'ana@example.com'),
        new_email: Str('The address after.', 'ana@example.org'),
        created_at: Instant('When the change was requested.'),
        confirmed_at: Nullable(Instant('When the new address confirmed it; null: not yet.')),
      }),
    ),
    audit_entries: list(
      'What the user changed in the organizations above, as their audit logs have it.',
      Type.Object({ organization_id: Str('Organization id.', organizationId), ...entryFields }),
    ),
  }),
)
