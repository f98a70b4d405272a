import { type Static, Type } from 'typebox'
import { maxLength, privacySchemes } from '#contract/limits.ts'
import {
  Color,
  Contact,
  Int,
  LinkAddress,
  Nullable,
  named,
  OneOf,
  Text,
} from '../../platform/http/schema.ts'

const brandFields = {
  name: Nullable(
    Text(
      maxLength.name,
      'The public name, 1 to 200 characters, on the visitor’s page and in mails. Null: no name on ' +
        'the page, and the name of the organization in mails.',
      'Harbour Hotels',
    ),
  ),
  color: Nullable(
    Color(
      'The color of codes, pages and mails, as `#rrggbb`. Its contrast to white must be at least ' +
        '4:1, so that cameras can read the codes. Null: the default of each.',
      '#0f6b5c',
    ),
  ),
  contact: Nullable(Contact, 'A button with which visitors reach a person, or null.'),
  privacy_url: Nullable(
    LinkAddress(
      privacySchemes,
      'The privacy policy, which the visitor’s page links to: an address with `https:`, `http:` ' +
        'or `mailto:`, or null.',
      'https://harbour-hotels.example/privacy',
    ),
  ),
}

export const BrandSchema = named(
  'Brand',
  Type.Object(
    {
      ...brandFields,
      logo_type: Nullable(
        OneOf(['png', 'svg'], 'The format of the logo; null: the brand has no logo.', 'svg'),
      ),
      version: Int(
        'Increases with every change. Caches of images can use it: their addresses stay the same.',
        3,
      ),
    },
    { description: 'The brand of an organization. Its codes use it unless they have their own.' },
  ),
)

export const BrandChanges = Type.Partial(Type.Object(brandFields))
export type BrandChanges = Static<typeof BrandChanges>
