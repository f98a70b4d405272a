import './composer.ts'
import './dialogs.ts'
import './network.ts'
import './people.ts'
import './tools.ts'
import { goOn } from './restoring.ts'

goOn()
