import { readFileSync } from 'node:fs'
import { projectFile } from '../kit/project.ts'

/** The service cannot start without the script: its hash is in the policy of every page. */
export class ScriptNotBuilt extends Error {
  constructor() {
    super("The script of the visitor's page is not built. Run: npm run build")
  }
}

/** The script of the visitor's page, as Vite builds it from web/visitor. */
export const readScript = (file = projectFile('web/visitor/dist/visitor.js')): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ScriptNotBuilt()
    throw error
  }
}
