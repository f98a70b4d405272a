import { startPostgres, createDatabase, dropDatabase } from '../test/harness/postgres.ts'
import { openDatabase } from '../src/storage/open.ts'
import { createLog } from '../src/kit/log.ts'
import { Client } from 'pg'
import { readFileSync } from 'node:fs'
const pg = await startPostgres()
const cpuOf=()=>{ // all postgres processes via /proc/stat total is shared; use node cpu + wall
  const u=process.cpuUsage();return (u.user+u.system)/1000}
const d=openDatabase(await createDatabase(pg.url,'qpr_migrated'),createLog('silent')); await d.migrate(); await d.close()
const admin=async(q:string)=>{const c=new Client({connectionString:pg.url});await c.connect();await c.query(q);await c.end()}
const time=async(name:string,f:()=>Promise<unknown>,n=20)=>{const w=performance.now(),c=cpuOf();for(let i=0;i<n;i++)await f();console.log(name,'wall',((performance.now()-w)/n).toFixed(1),'node cpu',((cpuOf()-c)/n).toFixed(1))}
for (let r=0;r<2;r++){
await time('connect',()=>admin('select 1'))
let i=0
await time('create wal_log',()=>admin(`create database w${r}_${i++} template qpr_migrated`))
i=0
await time('drop',()=>admin(`drop database w${r}_${i++} with (force)`))
i=0
await time('create file_copy',()=>admin(`create database f${r}_${i++} template qpr_migrated strategy file_copy`))
i=0
await time('drop',()=>admin(`drop database f${r}_${i++} with (force)`))
}
await pg.stop()
