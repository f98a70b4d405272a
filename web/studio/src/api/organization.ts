import { createContext, useContext } from 'react'
import { may, type Permission } from '../../../../src/organizations/roles.ts'
import type { Schema } from './client.ts'
import { useApi } from './query.ts'

export type Organization = Schema<'OrganizationDetail'>
export type { Permission }

export const OrganizationContext = createContext<Organization | null>(null)

/** The organization of the page's address, with the reader's role in it. */
export const useOrganization = (): Organization => {
  const organization = useContext(OrganizationContext)
  if (!organization) throw new Error('This page is not below an organization.')
  return organization
}

/** What the reader may do here: `const may = useMay()`, then `may('codes:write')`. */
export const useMay = () => {
  const { role } = useOrganization()
  return (permission: Permission): boolean => may(role, permission)
}

export const mayWithRole = may

/** Those that the reader is a member of, the default one first. */
export const useOrganizations = () => useApi('/v1/organizations')

const lastUsedKey = 'qpr.organization'

export const rememberOrganization = (slug: string) => {
  try {
    localStorage.setItem(lastUsedKey, slug)
  } catch {
    // Without storage the default organization is where the Studio begins.
  }
}

/** Where to begin: the one used last, while the reader still belongs to it, or the default one. */
export const startingOrganization = <T extends { slug: string }>(
  all: readonly T[],
): T | undefined => all.find(({ slug }) => slug === lastUsedSlug()) ?? all[0]

const lastUsedSlug = (): string | null => {
  try {
    return localStorage.getItem(lastUsedKey)
  } catch {
    return null
  }
}
