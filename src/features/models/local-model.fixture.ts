import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Words of one meaning have one number: heat, books, and everything else. */
const tokenizer = `
export class Tokenizer {
  encode(text) {
    const words = text.toLowerCase().match(/[a-z]+/g) ?? []
    const idOf = (word) => (/sauna|warm|sweat/.test(word) ? 1 : /library|novel/.test(word) ? 2 : 0)
    return { ids: [0, ...words.map(idOf), 3] }
  }
}
`

/** The vector of a word has its meaning, and last the number of words that the model was given. */
const runtime = `
export const env = { wasm: {} }
export class Tensor {
  constructor(type, values, dims) {
    this.values = [...values].map(Number)
  }
}
const vectorOf = (id, count) => [id === 1 ? 9 : 0.01, id === 2 ? 9 : 0.01, count / 1000]
export const InferenceSession = {
  create: async () => ({
    inputNames: ['input_ids', 'attention_mask'],
    outputNames: ['last_hidden_state'],
    async run({ input_ids: { values }, attention_mask }) {
      const data = values.flatMap((id) => vectorOf(id, attention_mask.values.length))
      return { last_hidden_state: { data: Float32Array.from(data), dims: [1, values.length, 3] } }
    },
  }),
}
`

/** A model of two meanings in a folder, with a runtime of its own. */
export const createModelFolder = async (
  t: { after(end: () => Promise<void>): void },
  languages?: string[],
) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-model-'))
  t.after(() => rm(folder, { recursive: true }))
  const files = {
    'onnx/model_quantized.onnx': 'weights',
    'tokenizer.json': '{}',
    'tokenizer_config.json': '{}',
    'runtime/ort.wasm.min.mjs': runtime,
    'runtime/tokenizers.min.mjs': tokenizer,
    ...(languages && { 'package.json': JSON.stringify({ languages }) }),
  }
  for (const name of ['onnx', 'runtime']) await mkdir(join(folder, name))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}
