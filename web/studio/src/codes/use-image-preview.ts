import { useEffect, useRef, useState } from 'react'
import { api, type Schema } from '../api/client.ts'
import { type ApiProblem, asProblem } from '../api/problem.ts'
import { isHex, type StyleValues, styleIn } from './style-values.ts'

type Preview = Schema<'ImagePreview'>

/** Between two requests while a slider is dragged. */
const pauseMs = 60

/**
 * How the image would look, and whether cameras would read it. One request at a time, and the next
 * is always for what is wanted by then: whoever drags sees the newest, never an older one after it.
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
    // Half a number is no colour yet.
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
