import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LocalModel } from './local-model.ts'

/** The parts of `onnxruntime-web` and `@huggingface/tokenizers` that are used. */
interface Runtime {
  env: { wasm: { numThreads: number; wasmPaths: string } }
  InferenceSession: { create(weights: Uint8Array): Promise<Session> }
  Tensor: new (type: 'int64', values: BigInt64Array, dims: number[]) => unknown
}
interface Session {
  inputNames: readonly string[]
  outputNames: readonly string[]
  run(inputs: Record<string, unknown>): Promise<Record<string, Output>>
}
interface Output {
  data: Float32Array
  dims: readonly number[]
}
interface Tokenizers {
  Tokenizer: new (
    tokenizer: unknown,
    settings: unknown,
  ) => { encode(text: string): { ids: number[] } }
}

interface Loaded {
  tensor(values: bigint[]): unknown
  session: Session
  idsOf(text: string): number[]
}

type Files = Pick<LocalModel, 'folder' | 'weights' | 'runtime'>

/** MiniLM is made for 256 tokens. More would cost time without a better vector. */
const maxTokens = 256
/** Enough characters for so many tokens. */
const maxCharacters = 4000

/** By the file of the weights. A thread has one model, except in tests. */
const models = new Map<string, Promise<Loaded>>()

const load = async ({ folder, weights, runtime }: Files): Promise<Loaded> => {
  const code = (name: string) => pathToFileURL(join(runtime, name)).href
  const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'))
  const ort: Runtime = await import(code('ort.wasm.min.mjs'))
  const { Tokenizer }: Tokenizers = await import(code('tokenizers.min.mjs'))
  ort.env.wasm.numThreads = 1
  // Without it the runtime would look for its file on another machine.
  ort.env.wasm.wasmPaths = `${pathToFileURL(runtime).href}/`
  const words = new Tokenizer(
    await readJson(join(folder, 'tokenizer.json')),
    await readJson(join(folder, 'tokenizer_config.json')),
  )
  return {
    tensor: (values) => new ort.Tensor('int64', BigInt64Array.from(values), [1, values.length]),
    session: await ort.InferenceSession.create(await readFile(weights)),
    idsOf: (text) => words.encode(text).ids,
  }
}

const loaded = (files: Files): Promise<Loaded> => {
  const known = models.get(files.weights)
  if (known) return known
  const loading = load(files)
  models.set(files.weights, loading)
  loading.catch(() => models.delete(files.weights))
  return loading
}

/** The mean of the vectors of all tokens, as sentence models of this kind are trained. */
export const embedText = async ({ text, ...files }: Files & { text: string }) => {
  const { session, tensor, idsOf } = await loaded(files)
  const all = idsOf(text.slice(0, maxCharacters))
  // The last token marks the end of the text.
  const ids = all.length > maxTokens ? [...all.slice(0, maxTokens - 1), ...all.slice(-1)] : all
  const inputs: Record<string, bigint[]> = {
    input_ids: ids.map(BigInt),
    attention_mask: ids.map(() => 1n),
    token_type_ids: ids.map(() => 0n),
  }
  const given = session.inputNames.map((name) => [name, tensor(inputs[name] ?? [])])
  const output = (await session.run(Object.fromEntries(given)))[session.outputNames[0] ?? '']
  const length = output?.dims.at(-1) ?? 0
  const sums = new Array<number>(length).fill(0)
  output?.data.forEach((value, at) => {
    const place = at % length
    sums[place] = (sums[place] ?? 0) + value
  })
  return sums.map((sum) => sum / ids.length)
}
