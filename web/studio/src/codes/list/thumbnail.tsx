import { useEffect, useState } from 'react'
import { serviceAddress } from '../../api/place.ts'

/** How long a row must be there before its image is asked for: those that only fly by need none. */
const settledMs = 120

/** The code itself, small. Its name stands beside it. */
export const Thumbnail = ({ shortId }: { shortId: string }) => {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), settledMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <span className="block size-10 shrink-0 overflow-hidden rounded-field border border-line bg-white">
      {isSettled && (
        <img
          src={serviceAddress(`/qr/${shortId}.svg`)}
          alt=""
          width={38}
          height={38}
          loading="lazy"
          decoding="async"
          className="size-full"
        />
      )}
    </span>
  )
}
