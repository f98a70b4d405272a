import { testReceiver } from './receivers.ts'

testReceiver('Node.js')
