const cpu=()=>{const u=process.cpuUsage();return (u.user+u.system)/1000}
console.log('bare',cpu()|0)
for (const m of ['node:test','fastify','@fastify/swagger','@fastify/cors','ajv','fast-json-stringify','kysely','pg','pino','prom-client','nodemailer','typebox','ulid','undici','qr','mmdb-lib','ua-parser-js','@ai-sdk/openai','@ai-sdk/anthropic','@ai-sdk/google','@ai-sdk/openai-compatible','ajv/dist/2020.js','../src/app.ts','../test/harness/service.ts']) { const a=cpu(); await import(m); console.log(m,(cpu()-a)|0)}
