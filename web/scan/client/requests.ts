import { lang } from './dom.ts'

export interface Reply<T> {
  /** 0: nobody was reached. */
  status: number
  data: T & { detail?: string }
  retryMs: number
}

const patienceMs = 20_000

export const ask = async <T = unknown>(
  method: string,
  path: string,
  input?: object,
): Promise<Reply<T>> => {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        'Accept-Language': lang,
        ...(input && { 'Content-Type': 'application/json' }),
      },
      body: input ? JSON.stringify(input) : null,
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = await response.text()
    return {
      status: response.status,
      data: JSON.parse(text || '{}'),
      retryMs: Number(response.headers.get('Retry-After')) * 1000,
    }
  } catch {
    return { status: 0, data: {} as Reply<T>['data'], retryMs: 0 }
  }
}
