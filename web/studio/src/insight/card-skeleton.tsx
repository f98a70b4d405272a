import { classNames } from '../ui/class-names.ts'
import { Loading, Skeleton } from '../ui/states.tsx'

/** A card whose content is on its way, as high as it will be. */
export const CardSkeleton = ({ className }: { className: string }) => (
  <Loading>
    <div className={classNames('card p-4 sm:p-6', className)}>
      <Skeleton className="my-1 h-4 w-32" />
      <Skeleton className="mt-6 h-4 w-full" />
      <Skeleton className="mt-4 h-4 w-3/4" />
      <Skeleton className="mt-4 h-4 w-1/2" />
    </div>
  </Loading>
)
