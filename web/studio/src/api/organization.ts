import { createContext, useContext } from 'react'
import { may, type Permission } from '#contract/roles.ts'
import { localStore } from '../browser.ts'
import { type Output, qpr, type Schema } from './client.ts'
import { invalidate, queryOf } from './query.ts'
import { queryClient } from './query-client.ts'
import { useRead } from './read.ts'

export type Organization = Schema<'OrganizationDetail'>

export const OrganizationContext = createContext<Organization | null>(null)

/** The organization of the page's address, with the reader's role in it. */
export const useOrganization = (): Organization => {
  const organization = useContext(OrganizationContext)
  if (!organization) throw new Error('This page is not below an organization.')
  return organization
}

/** The permissions of the user in this organization: `const may = useMay()`, then `may('codes:write')`. */
export const useMay = () => {
  const { role } = useOrganization()
  return (permission: Permission): boolean => may(role, permission)
}

/** The organizations of the user, the default one first. */
export const useOrganizations = () => useRead(qpr.organizations.list)

const keyOf = (slug: string) => queryOf(qpr.organizations.get, slug).queryKey

/** The organization has a new address: its pages must not request the old one. */
export const moveOrganization = async (from: string, to: Organization, go: () => Promise<void>) => {
  queryClient.setQueryData(keyOf(to.slug), to)
  if (to.slug !== from) {
    await go()
    queryClient.removeQueries({ queryKey: keyOf(from) })
  }
  await invalidate(queryClient, ['/v1/organizations'])
}

/** The organization was deleted or left: remove it from the list before a page requests it. */
export const dropOrganization = async ({ id, slug }: Organization, go: () => Promise<void>) => {
  queryClient.setQueryData<Output<'GET /v1/organizations'>>(
    queryOf(qpr.organizations.list).queryKey,
    (all) =>
      all && {
        ...all,
        organizations: all.organizations.filter((one) => one.id !== id),
        total: all.total - 1,
      },
  )
  await go()
  queryClient.removeQueries({ queryKey: keyOf(slug) })
  await invalidate(queryClient, ['/v1/organizations'])
}

const lastUsedKey = 'qpr.organization'

export const rememberOrganization = (slug: string) => localStore.write(lastUsedKey, slug)

/** The last used organization if the user still belongs to it, otherwise the default one. */
export const startingOrganization = <T extends { slug: string }>(
  all: readonly T[],
): T | undefined => all.find(({ slug }) => slug === localStore.read(lastUsedKey)) ?? all[0]
