import { execFileSync } from 'node:child_process'
import { builtInPackages } from './built.ts'
import { lockedPackages } from './locked.ts'
import { runtimePackages } from './manifest.ts'
import { project, projectFile } from './project.ts'

interface Component {
  'bom-ref': string
  type: string
  name: string
  version: string
}

interface Bom {
  metadata: { component: Component; lifecycles: { phase: string }[] }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

const command = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']

/**
 * A CycloneDX document of the packages that users get: those inside the built files, and those beside
 * them. npm describes the whole checkout, also where NODE_ENV=production would leave packages out; the
 * tools of the build are removed here.
 */
export const createSbom = (): Bom => {
  const bom: Bom = JSON.parse(
    execFileSync('npm', [...command, '--include=dev', '--include=optional'], {
      cwd: projectFile('.'),
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  const shipped = new Set(
    [...builtInPackages(), ...lockedPackages(runtimePackages)].map(nameAndVersion),
  )
  const components = bom.components.filter((one) => shipped.delete(nameAndVersion(one)))
  if (shipped.size > 0) throw new Error(`npm does not describe ${[...shipped].join(', ')}.`)
  const root = { ...bom.metadata.component, name: project.name }
  const refs = new Set([root, ...components].map((one) => one['bom-ref']))
  return {
    ...bom,
    metadata: { ...bom.metadata, lifecycles: [{ phase: 'build' }], component: root },
    components,
    dependencies: bom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((to) => refs.has(to)),
      })),
  }
}

const nameAndVersion = ({ name, version }: { name: string; version: string }) =>
  `${name}@${version}`
