import { readFileSync } from 'node:fs'
import { projectFile } from '../kit/project.ts'

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

const built = (name: string) => readScript(projectFile(`web/visitor/dist/${name}.js`))

/** The scripts of the visitor's page, as Vite builds them from web/visitor. */
export const readScripts = (): Scripts => ({
  script: readScript(),
  later: built('later'),
  panel: built('panel'),
  embed: built('embed'),
})

export const readScript = (file = projectFile('web/visitor/dist/visitor.js')): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ScriptNotBuilt()
    throw error
  }
}
