import { spawn } from 'node:child_process'

/** Milliseconds after which a command is ended. */
const limit = 60_000

/** Characters of a command's output that are read. */
const maxOutput = 65_536

/** Ends a process and all that it started: on Windows by a command, elsewhere as the group that it leads. */
function endWithChildren(pid: number): void {
  if (process.platform === 'win32')
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => {})
  else process.kill(-pid, 'SIGKILL')
}

/** Returns a function that runs a command in a shell and returns what it prints, without white space around it. It rejects if the command fails. */
export const createTokenCommand =
  (command: string) =>
  (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      // With its own process group, everything that the shell starts can be ended.
      const child = spawn(command, {
        shell: true,
        detached: process.platform !== 'win32',
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const end = (reason: string) => (): void => {
        reject(new Error(reason))
        child.stdout.destroy()
        try {
          if (child.pid !== undefined) endWithChildren(child.pid)
        } catch {
          // It has ended already.
        }
      }
      const stop = end('the run was stopped')
      const timer = setTimeout(end(`it did not end within ${limit / 1000} s`), limit)
      signal.addEventListener('abort', stop)
      if (signal.aborted) stop()
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(0, maxOutput)
      })
      child.on('error', ({ message }) => end(message)())
      child.on('close', (code, signalName) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        if (code === 0) resolve(output.trim())
        else
          reject(
            new Error(code === null ? `it was ended by ${signalName}` : `it ended with exit code ${code}`),
          )
      })
    })
