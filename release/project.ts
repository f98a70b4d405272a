import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const projectFile = (path: string): string =>
  fileURLToPath(new URL(`../${path}`, import.meta.url))

export const readJson = <T>(path: string): T => JSON.parse(readFileSync(projectFile(path), 'utf8'))

interface ProjectManifest {
  name: string
  version: string
  description: string
  license: string
}

export const project = readJson<ProjectManifest>('package.json')
