import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { projectFile } from '../../platform/kit/project.ts'

/** The service cannot start without the script: its hash is in the policy of every page. */
export class ScriptNotBuilt extends Error {
  constructor() {
    super("The script of the visitor's page is not built. Run: npm run build")
  }
}

export interface Scripts {
  script: string
  later: string
  panel: string
  /** For websites: see embed.pages.ts. */
  embed: string
}

/** The scripts of the visitor's page, as Vite builds them from web/visitor. */
export const readScripts = (folder = projectFile('web/visitor/dist/current')): Scripts => {
  try {
    // All four from the same build: the next build changes the link.
    const build = realpathSync(folder)
    const read = (name: string) => readFileSync(join(build, `${name}.js`), 'utf8')
    return {
      script: read('visitor'),
      later: read('later'),
      panel: read('panel'),
      embed: read('embed'),
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ScriptNotBuilt()
    throw error
  }
}
