import { qpr } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'

/** The logo of a code, or null. */
export const fetchLogo = async (id: string, signal?: AbortSignal): Promise<Blob | null> => {
  try {
    return await (await qpr.images.getLogo(id, undefined, { signal })).blob()
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
}

/** The form that the preview needs. */
export const dataUrlOf = (logo: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(logo)
  })

/** Saves the logo of a code or of a brand: a data URL, or null for none. */
export const saveLogo = async (
  { setLogo, deleteLogo }: Pick<typeof qpr.brand | typeof qpr.images, 'setLogo' | 'deleteLogo'>,
  id: string,
  logo: string | null,
) => void (await (logo === null ? deleteLogo(id) : setLogo(id, blobOf(logo))))

const blobOf = (dataUrl: string): Blob => {
  const [head = '', data = ''] = dataUrl.split(',')
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  return new Blob([bytes], { type: head.slice('data:'.length).replace(/;.*/, '') })
}
