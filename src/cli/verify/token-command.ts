import { spawn } from 'node:child_process'

/** Milliseconds after which a command is ended. */
const limit = 60_000

/** Characters of a command's output that are read. */
const maxOutput = 65_536

const isWindows = process.platform === 'win32'

/** Returns a function that runs a command in a shell and returns what it prints, without white space around it. It rejects if the command fails. */
export const createTokenCommand =
  (command: string) =>
  (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      // With its own process group, everything that the shell starts can be ended.
      const child = spawn(command, {
        shell: true,
        detached: !isWindows,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const end = (reason: string) => (): void => {
        reject(new Error(reason))
        child.stdout.destroy()
        try {
          if (child.pid !== undefined) process.kill(isWindows ? child.pid : -child.pid, 'SIGKILL')
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
