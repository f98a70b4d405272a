// node sdk/typescript/build.ts [folder]
//
// Writes the package that users install: scripts, types and the README.
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const own = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Makes the package in a folder: package.json, README.md, LICENSE and dist. */
export const buildSdk = async (folder: string) => {
  await mkdir(folder, { recursive: true })
  const dist = join(folder, 'dist')
  await rm(dist, { recursive: true, force: true })
  const { bin } = JSON.parse(
    await readFile(own('../../node_modules/@typescript/native/package.json'), 'utf8'),
  )
  const compiler = own(join('../../node_modules/@typescript/native', bin.tsc))
  execFileSync(process.execPath, [compiler, '-p', own('tsconfig.json'), '--outDir', dist], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  for (const file of globSync('*.d.ts', { cwd: dist })) await useScriptNames(join(dist, file))
  // The compiler does not copy what is already a declaration.
  await copyFile(own('src/schema.d.ts'), join(dist, 'schema.d.ts'))
  for (const file of ['package.json', 'README.md']) await cp(own(file), join(folder, file))
  await copyFile(own('../../LICENSE'), join(folder, 'LICENSE'))
}

/** The compiler rewrites the imports of scripts only. */
const useScriptNames = async (file: string) => {
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replaceAll(/ from '(\.\/\w+)(\.d)?\.ts'/g, " from '$1.js'"))
}

if (import.meta.main) await buildSdk(process.argv[2] ?? own('../../dist/sdk'))
