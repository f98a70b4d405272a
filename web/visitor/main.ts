import { goOn } from './visit.ts'

goOn()
