import { EventEmitter, once } from 'node:events'
import { patienceMs } from '../checks/eventually.ts'

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** The output of a program, which tests can wait for. */
export const watchOutput = () => {
  const news = new EventEmitter()
  const output = { stdout: '', stderr: '' }
  let isOver = false

  const printed = async (
    stream: 'stdout' | 'stderr',
    pattern: RegExp,
  ): Promise<RegExpMatchArray> => {
    const signal = AbortSignal.timeout(patienceMs)
    for (;;) {
      const match = output[stream].match(pattern)
      if (match) return match
      if (isOver) break
      await once(news, 'news', { signal }).catch(() => {
        isOver = true
      })
    }
    throw new Error(`It did not print ${pattern}:\n${output.stdout}\n${output.stderr}`)
  }

  return {
    output,
    add(stream: 'stdout' | 'stderr', text: string) {
      output[stream] += text
      news.emit('news')
    },
    end(code: number | null, signal: NodeJS.Signals | null): Exit {
      isOver = true
      news.emit('news')
      return { code, signal, ...output }
    },
    /** Waits until the output matches; fails when the program ends without. */
    printed: (pattern: RegExp) => printed('stdout', pattern),
    /** The same for standard error. */
    errorPrinted: (pattern: RegExp) => printed('stderr', pattern),
  }
}
