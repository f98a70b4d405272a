import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { projectFile } from '../../platform/kit/project.ts'
import type { Threads } from '../../platform/kit/threads.ts'
import { unless } from '../../platform/kit/unless.ts'
import type { Embedder } from './embeddings.ts'
import type { embedText } from './local-model.thread.ts'

/** A sentence model in a folder, in the layout of the Hugging Face hub. */
export interface LocalModel {
  /** With the size of the weights: another file in the same folder is another model. */
  id: string
  folder: string
  weights: string
  /** The folder with the WASM runtime and the code of the tokenizer. */
  runtime: string
  /** The languages that the model was made for; null: not stated, so it is used for all. */
  languages: ScanLanguage[] | null
}

/** A file of the model is missing. The message is a sentence. */
export class IncompleteModel extends Error {}

const packageName = 'qpr-embedding-model'
const weightFiles = ['onnx/model_quantized.onnx', 'onnx/model.onnx']
const tokenizerFiles = ['tokenizer.json', 'tokenizer_config.json']
const runtimeFiles = ['ort.wasm.min.mjs', 'tokenizers.min.mjs']

/** The folder of the optional package: beside this package, or as a checkout makes it. */
const packageFolder = (): string | null => {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`)
    return join(manifest, '..')
  } catch {
    const made = fileURLToPath(projectFile(`dist/${packageName}`))
    return existsSync(join(made, 'package.json')) ? made : null
  }
}

const languagesIn = (folder: string): ScanLanguage[] | null => {
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return null
  const { languages } = JSON.parse(readFileSync(manifest, 'utf8')) as { languages?: string[] }
  return languages ? scanLanguages.filter((one) => languages.includes(one)) : null
}

/** The model in this folder. Throws `IncompleteModel`. */
const modelIn = (folder: string): LocalModel => {
  const weights = weightFiles.map((path) => join(folder, path)).find((path) => existsSync(path))
  if (!weights) throw new IncompleteModel(`${folder} has no ${weightFiles[0]}.`)
  for (const name of tokenizerFiles) {
    if (!existsSync(join(folder, name))) throw new IncompleteModel(`${folder} has no ${name}.`)
  }
  const own = join(folder, 'runtime')
  const installed = packageFolder()
  const runtime = existsSync(own) || !installed ? own : join(installed, 'runtime')
  if (runtimeFiles.some((name) => !existsSync(join(runtime, name)))) {
    throw new IncompleteModel(`${folder} needs the runtime of the package ${packageName}.`)
  }
  const id = `local:${basename(folder)}-${statSync(weights).size}`
  return { id, folder, weights, runtime, languages: languagesIn(folder) }
}

/** The model of a folder, or of the optional package; null when that is not installed. */
export const findLocalModel = (folder: string | null): LocalModel | null => {
  const found = folder === null ? packageFolder() : resolve(folder)
  return found === null ? null : modelIn(found)
}

/** A batch in which the lease of a job does not end, on a slow machine. */
const textsAtOnce = 8

/**
 * Computes vectors on this machine. Organizations, and the calls of each, take turns after each
 * text, so that the question of a visitor does not wait for all passages of a source.
 */
export const createLocalEmbedder = (
  { id, languages, ...files }: LocalModel,
  threads: Threads,
): Embedder => ({
  id,
  languages,
  textsAtOnce,
  refuses: () => false,
  close: () => threads.close(),
  async embed(texts, organizationId, signal) {
    const work = async () => {
      const vectors: number[][] = []
      for (const text of texts) {
        signal.throwIfAborted()
        type Vector = Awaited<ReturnType<typeof embedText>>
        const input = { ...files, text }
        vectors.push(await threads.run<Vector>('embedText', input, organizationId))
      }
      return vectors
    }
    return await unless(signal, work())
  },
})

/** One model at a time. The thread ends when nobody asks, and gives its memory back. */
export const localThreads = {
  maxThreads: 1,
  timeoutMs: 60 * secondMs,
  idleMs: 300 * secondMs,
  /** Calls of an organization, each with one text. */
  maxWaiting: 32,
}
