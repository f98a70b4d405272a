import type { ReactNode } from 'react'

/** The image beside what is said about it; above it where there is no room. */
export const PrintLayout = (props: { image: ReactNode; children: ReactNode }) => (
  <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
    <div className="mx-auto w-full max-w-[24rem] lg:sticky lg:top-6 lg:order-last lg:self-start">
      {props.image}
    </div>
    <div className="flex min-w-0 flex-col gap-8">{props.children}</div>
  </div>
)
