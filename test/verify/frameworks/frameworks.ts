import { fileURLToPath } from 'node:url'

/** A correct service as an ordinary team writes it, and how it is started. */
export interface Framework {
  title: string
  /** What runs it besides Node. */
  tool?: string
  command: string
  args: readonly string[]
}

const node = (title: string, file: string): Framework => ({ title, command: process.execPath, args: [file] })
const gunicorn = ['--bind', '127.0.0.1:0', '--chdir']
const jackson = ['annotations', 'core', 'databind'].map((part) => `/usr/share/java/jackson-${part}.jar`).join(':')

export const folder = fileURLToPath(new URL('.', import.meta.url))

export const frameworks: readonly Framework[] = [
  node('node:http', 'node-http.ts'),
  node('Express', 'express.ts'),
  node('Fastify', 'fastify.ts'),
  node('Hono', 'hono.ts'),
  node('Koa', 'koa.ts'),
  { title: 'Nest', command: 'sh', args: ['-c', 'esbuild nest.ts --format=esm | node --input-type=module -'] },
  { title: 'Flask on gunicorn', tool: 'flask', command: 'gunicorn', args: [...gunicorn, 'flask', 'service:app'] },
  { title: 'Django on gunicorn', tool: 'django', command: 'gunicorn', args: [...gunicorn, 'django', 'service'] },
  { title: 'FastAPI on uvicorn', tool: 'fastapi', command: 'uvicorn', args: ['--port', '0', '--app-dir', 'fastapi', 'service:app'] },
  { title: 'net/http of Go', tool: 'go', command: 'go', args: ['run', 'go/service.go'] },
  { title: 'com.sun.net.httpserver of the JDK', tool: 'java', command: 'java', args: ['-cp', jackson, 'java/Service.java'] },
  { title: 'Sinatra on Puma', tool: 'puma', command: 'puma', args: ['--bind', 'tcp://127.0.0.1:0', '--dir', 'sinatra'] },
  { title: 'PHP', tool: 'php', command: 'php/start.sh', args: [] },
]
