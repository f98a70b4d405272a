import type { Context } from '../../platform/context.ts'
import type { Logo } from './logo.ts'
import { type Drawn, imageIn } from './scannable.ts'

/** Refuses logos that cannot be drawn. Runs in a thread, because a logo can take long. */
export const checkLogo = async ({ service, actor }: Context, logo: Logo): Promise<void> => {
  imageIn(await service.threads.run<Drawn<null>>('checkLogo', logo, actor.userId))
}
