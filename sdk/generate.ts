// npm run sdk:generate: writes what both SDKs have of the service itself. It needs the page of visitors,
// as the service does. Every build runs it, and git ignores the files, except for the codes of errors.
//
// openapi-typescript is a development dependency: an install without those needs no types.
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { describeService } from '../src/service/document.ts'

/** The generated files as they would be written now, by their paths. */
export const generateSdks = async (): Promise<Record<string, string>> => {
  const [typescript, python] = [
    await import('./typescript/generate.ts'),
    await import('./python/generate.ts'),
  ]
  const document = await describeService('http://localhost:3000')
  return {
    ...(await typescript.generateFiles(document)),
    ...(await python.generateFiles(document)),
  }
}

/** A file that stays as it is keeps its time: nothing has to be built again. */
const write = (path: string, text: string) => {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  writeFileSync(path, text)
  console.log(`wrote ${path}`)
}

const hasGenerator = () =>
  import('openapi-typescript').then(
    () => true,
    () => false,
  )

if (import.meta.main) {
  if (await hasGenerator()) {
    for (const [path, text] of Object.entries(await generateSdks())) write(path, text)
    // The time of this one tells when that was found out.
    const { typesPath } = await import('./typescript/generate.ts')
    utimesSync(typesPath, new Date(), new Date())
  } else {
    console.log('SDKs: no types, because openapi-typescript is not installed')
  }
}
