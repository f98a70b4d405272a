import { useQuery } from '@tanstack/react-query'
import { useMay } from '../api/organization.ts'
import { CodeImage } from '../ui/code/code-image.tsx'
import { Downloads } from '../ui/code/downloads.tsx'
import { ErrorPanel, Loading, Skeleton } from '../ui/states.tsx'
import { type Code, useCode } from './code.ts'
import { dataUrlOf, readLogo } from './logo.ts'
import { PrintLayout } from './print-layout.tsx'
import { SheetButton } from './sheet-button.tsx'
import { StyleForm } from './style-form.tsx'

export const PrintTab = () => {
  const code = useCode()
  const may = useMay()
  if (!code) return <PrintSkeleton />
  if (may('codes:write')) return <PrintEditor code={code} />
  return (
    <PrintLayout image={<CodeImage code={code} className="mx-auto w-40 lg:w-full" />}>
      <Downloads code={code} sheet={<SheetButton code={code} />} />
    </PrintLayout>
  )
}

const PrintEditor = ({ code }: { code: Code }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['/v1/qpr-codes/{id}/logo', code.id],
    async queryFn({ signal }) {
      const logo = await readLogo(code.id, signal)
      return { logo: logo && (await dataUrlOf(logo)) }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <StyleForm key={code.id} code={code} logo={data.logo} />
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  return <PrintSkeleton />
}

const PrintSkeleton = () => (
  <Loading>
    <PrintLayout image={<Skeleton className="aspect-square w-28 sm:w-40 lg:w-full" />}>
      <Skeleton className="h-120 w-full" />
    </PrintLayout>
  </Loading>
)
