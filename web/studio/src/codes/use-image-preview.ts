import { useEffect, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { type ApiProblem, asProblem } from '../api/problem.ts'
import type { Preview } from './style-preview.tsx'
import { isHex, type StyleValues, styleIn } from './style-values.ts'

/** Between two requests while a slider is dragged. */
const pauseMs = 60

/**
 * A preview of the image, and whether cameras can read it. One request runs at a time, and the next
 * one takes the newest values: a slider that is dragged never shows an older image after a newer one.
 */
export const useImagePreview = (codeId: string, values: StyleValues) => {
  const [preview, setPreview] = useState<Preview | null>(null)
  const [error, setError] = useState<ApiProblem | null>(null)
  const wanted = useRef(values)
  const isAsking = useRef(false)
  const isGone = useRef(false)

  const ask = useRef(async () => {
    if (isAsking.current) return
    isAsking.current = true
    let shown: StyleValues | null = null
    while (shown !== wanted.current && !isGone.current) {
      const asked: StyleValues = wanted.current
      shown = asked
      try {
        const { data } = await api.POST('/v1/qpr-codes/preview-image', {
          body: { qpr_code_id: codeId, style: styleIn(asked), logo: asked.logo },
        })
        if (data) setPreview(data)
        setError(null)
      } catch (failure) {
        setError(asProblem(failure))
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    isAsking.current = false
  })

  const key = JSON.stringify(values)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same values are asked for once
  useEffect(() => {
    // An incomplete number is not a colour yet.
    if (!isHex(values['style.color']) || !isHex(values['style.background'])) return
    wanted.current = values
    isGone.current = false
    void ask.current()
    return () => {
      isGone.current = true
    }
  }, [key])

  return { preview, error, retry: () => void ask.current() }
}
