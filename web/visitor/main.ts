import './composer.ts'
import './dialogs.ts'
import './network.ts'
import './tools.ts'
import { goOn } from './restoring.ts'

goOn()
