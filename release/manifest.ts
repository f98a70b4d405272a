import { lockedPackages } from './locked.ts'
import { project } from './project.ts'

/**
 * The packages that the built service loads at run time; everything else is inside its files. pino,
 * pino-pretty and piscina start threads from files of their own; of the others the service reads data.
 */
export const runtimePackages = [
  '@ip-location-db/geo-whois-asn-country-mmdb',
  '@resvg/resvg-wasm',
  'pino',
  'pino-pretty',
  'piscina',
  'roboto-fontface',
]

/** The oldest Node.js that runs the built service. bin/qpr.js refuses older ones. */
export const oldestNode = '22.19'

/** The package.json of the package that users install. */
export const createManifest = () => {
  const { name, version, description, license } = project
  const versions = lockedPackages(runtimePackages)
    .filter(({ path }) => !path.includes('/node_modules/'))
    .filter((one) => runtimePackages.includes(one.name))
  return {
    name,
    version,
    description,
    license,
    // The name is not registered. npm refuses to publish a private package by accident.
    private: true,
    type: 'module',
    engines: { node: `>=${oldestNode}` },
    bin: { qpr: 'bin/qpr.js' },
    exports: { '.': { types: './dist/package.d.ts', default: './dist/server/package.js' } },
    dependencies: Object.fromEntries(versions.map((one) => [one.name, one.version])),
    // In the tarball, so that an install needs no registry and gets the versions of the lockfile.
    bundleDependencies: runtimePackages,
  }
}
