import { Button } from './button.tsx'

interface MoreProps {
  /** The result of `useInfiniteQuery`. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  children: string
}

/** Below a list with a cursor: the button that reads the next part, while there is one. */
export const More = ({ query, children }: MoreProps) =>
  query.hasNextPage && (
    <Button
      className="mt-4"
      isPending={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {children}
    </Button>
  )
