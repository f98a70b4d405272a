import { test } from 'node:test'
import { startService } from '../test/harness/service.ts'
const cpu=()=>{const u=process.cpuUsage();return (u.user+u.system)/1000}
process.on('exit',()=>console.log('total',cpu()|0));console.log('loaded', cpu()|0)
for (let i=0;i<40;i++) test('s'+i, async (t)=>{
  const a=cpu(), w=performance.now()
  const s=await startService(t)
  const b=cpu()
  await s.get('/v1/qpr-codes')
  console.log('start',(b-a)|0,'wall',(performance.now()-w)|0,'first',(cpu()-b)|0)
})
