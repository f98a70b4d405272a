import { useEffect, useState } from 'react'
import { serviceAddress } from '../../api/place.ts'

/** How long a row must be there before its image is asked for: those that only fly by need none. */
const settledMs = 120

/**
 * The code itself, small; its name stands beside it. Pixels, because a browser draws a hundred of
 * those while it lays out a single SVG, and large enough for every style.
 */
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
          src={serviceAddress(`/qr/${shortId}.png?size=160&margin=4`)}
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
