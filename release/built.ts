import { readJson } from './project.ts'

/** A package whose code is inside a built file. */
export interface BuiltIn {
  name: string
  version: string
  /** The SPDX identifier of its licence. */
  identifier: string | null
  /** The text of its licence, if the package has one. */
  text: string | null
}

/** Written by the four builds. */
const lists = [
  'dist/server/packages.json',
  'web/docs/dist/packages.json',
  'web/studio/dist/current/packages.json',
  'web/visitor/dist/current/packages.json',
]

/** The packages inside the built files of the service, the Studio, the visitor's page and the documentation. */
export const builtInPackages = (): BuiltIn[] => {
  const all = lists.flatMap((path) => readJson<BuiltIn[]>(path))
  const unique = new Map(all.map((one) => [`${one.name}@${one.version}`, one]))
  return [...unique.keys()].sort().map((key) => unique.get(key) as BuiltIn)
}

/** The licences of the packages inside the built files, which must accompany every copy of them. */
export const licenceNotices = (packages: BuiltIn[]): string => {
  const sections = packages.map(({ name, version, identifier, text }) => {
    const source = `Source: https://www.npmjs.com/package/${name}/v/${version}`
    return `## ${name} ${version} (${identifier})\n\n${source}\n${text ? `\n${text.trim()}\n` : ''}`
  })
  return `# Licences of the packages inside the built files\n\n${sections.join('\n')}`
}
