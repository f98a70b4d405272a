import type { Context } from '../../platform/context.ts'
import type { Logo } from './logo.ts'

declare module '../../platform/context.ts' {
  interface Service {
    /** Only the running service has threads. */
    drawing: { checkLogo: (actor: Actor, logo: Logo) => Promise<void> }
  }
}

/** Refuses logos that cannot be drawn. Runs in a thread, because a logo can take long. */
export const checkLogo = ({ service, actor }: Context, logo: Logo): Promise<void> =>
  service.drawing.checkLogo(actor, logo)
