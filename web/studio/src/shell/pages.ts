import {
  type AnyRoute,
  createRoute,
  type ErrorRouteComponent,
  lazyRouteComponent,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Permission } from '#contract/roles.ts'
import { withPageWords } from '../words/words.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    needs?: Permission | undefined
  }
}

interface PageFacts<Search> {
  /** Without this permission the organization shows that there is no access. */
  needs?: Permission
  /** The parameters of the address; see `searchParams`. */
  search?: (search: Record<string, unknown>) => Search
  /** The words in words/first are enough for it. */
  hasFirstWords?: boolean
}

/** A module whose only export is the page. */
type PageFile = Record<string, () => ReactNode>

const pageIn = (file: PageFile) => {
  const [page, another] = Object.values(file)
  if (!page || another) throw new Error('The file of a page exports the page and nothing else.')
  return page
}

/** `page('codes', () => import('./codes/list.page.tsx'))`: a page that is loaded when it is opened. */
export const pagesBelow =
  <Parent extends AnyRoute>(getParentRoute: () => Parent, errorComponent?: ErrorRouteComponent) =>
  <const Path extends string, Search extends object = object>(
    path: Path,
    load: () => Promise<PageFile>,
    { needs, search = () => ({}) as Search, hasFirstWords = false }: PageFacts<Search> = {},
  ) =>
    createRoute({
      getParentRoute,
      path,
      component: lazyRouteComponent(async () => {
        const file = load()
        return { default: pageIn(await (hasFirstWords ? file : withPageWords(file))) }
      }),
      staticData: { needs },
      validateSearch: search,
      ...(errorComponent && { errorComponent }),
    })
