import { fileURLToPath } from 'node:url'
import type { Tool } from '../../tools/optional-tools.ts'

/** A correct service as a team writes it with an ordinary framework, and how it is started in the folder of this file. */
export interface Framework {
  title: string
  /** What it needs besides Node. */
  tool?: Tool
  command: string
  args: readonly string[]
}

const node = (title: string, file: string): Framework => ({ title, command: process.execPath, args: [file] })

// Debian's packages are for Debian's Python, whatever else is on the PATH.
const python = (title: string, tool: Tool, args: string): Framework => ({
  title,
  tool,
  command: '/usr/bin/python3',
  args: ['-m', ...args.split(' ')],
})

const jackson = ['annotations', 'core', 'databind']
  .map((part) => `/usr/share/java/jackson-${part}.jar`)
  .join(':')

/** The folder in which the commands run. */
export const frameworksFolder = fileURLToPath(new URL('.', import.meta.url))

/** One service for each framework; a service reads its TOKEN and PORT, and prints its address. */
export const frameworks: readonly Framework[] = [
  node('node:http', 'node-http.ts'),
  node('Express', 'express.ts'),
  node('Fastify', 'fastify.ts'),
  node('Hono', 'hono.ts'),
  node('Koa', 'koa.ts'),
  // Node runs no decorators.
  {
    title: 'Nest',
    command: 'sh',
    args: ['-c', 'esbuild nest.ts --format=esm | node --input-type=module -'],
  },
  python('Flask on gunicorn', 'flask', 'gunicorn --bind 127.0.0.1:0 --chdir flask service:app'),
  python('Django on gunicorn', 'django', 'gunicorn --bind 127.0.0.1:0 --chdir django service'),
  python('FastAPI on uvicorn', 'fastapi', 'uvicorn --port 0 --app-dir fastapi service:app'),
  { title: 'net/http of Go', tool: 'go', command: 'go', args: ['run', 'go/service.go'] },
  {
    title: "the JDK's HTTP server",
    tool: 'java',
    command: 'java',
    args: ['-cp', jackson, 'java/Service.java'],
  },
  {
    title: 'Sinatra on Puma',
    tool: 'sinatra',
    command: '/usr/bin/puma',
    args: ['--bind', 'tcp://127.0.0.1:0', '--environment', 'production', '--dir', 'sinatra'],
  },
  { title: 'PHP behind nginx', tool: 'php', command: 'php/start.sh', args: [] },
]
