import type { ReactNode } from 'react'

/**
 * The image beside what is said about it; above it where there is no room, and there it stays in
 * view, because a change of colour must be visible.
 */
export const PrintLayout = (props: { image: ReactNode; children: ReactNode }) => (
  <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
    <div className="sticky top-14 z-20 -mx-4 bg-paper px-4 py-3 sm:-mx-8 sm:px-8 md:top-0 lg:top-6 lg:order-last lg:mx-0 lg:self-start lg:p-0">
      {props.image}
    </div>
    <div className="flex min-w-0 flex-col gap-8">{props.children}</div>
  </div>
)
