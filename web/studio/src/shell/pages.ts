import {
  type AnyRoute,
  createRoute,
  type ErrorRouteComponent,
  lazyRouteComponent,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Permission } from '#contract/roles.ts'

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
}

/** `page('codes', () => import('./codes/list.page.tsx'), 'CodesPage')`: a page that is loaded when it is opened. */
export const pagesBelow =
  <Parent extends AnyRoute>(getParentRoute: () => Parent, errorComponent?: ErrorRouteComponent) =>
  <const Path extends string, Name extends string, Search extends object = object>(
    path: Path,
    load: () => Promise<Record<NoInfer<Name>, () => ReactNode>>,
    name: Name,
    { needs, search = () => ({}) as Search }: PageFacts<Search> = {},
  ) =>
    createRoute({
      getParentRoute,
      path,
      component: lazyRouteComponent(load, name),
      staticData: { needs },
      validateSearch: search,
      ...(errorComponent && { errorComponent }),
    })
