import { spawnSync } from 'node:child_process'
import { accessSync, constants, globSync, symlinkSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createFolder } from './folder.ts'

/** Finds a command on the PATH; returns the path of the first name that exists. */
function findCommand(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

const areFound = (...names: readonly string[]): boolean =>
  names.every((name) => findCommand(name) !== undefined)

/** The path of Chromium, if it is on the PATH; the one without windows needs half the time. */
export const chromiumPath = findCommand(
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
)

/** The path of Firefox, if it is on the PATH. */
export const firefoxPath = findCommand('firefox-esr', 'firefox')

/** The path of Redis, if it is on the PATH. */
export const redisPath = findCommand('redis-server')

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

/** Whether a process can have a view of the file system of its own. */
const canMount =
  spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0

/** Whether a process can make symbolic links, for which Windows asks for a privilege. */
function canLink(): boolean {
  using folder = createFolder()
  try {
    symlinkSync(folder.path, folder.file('link'))
    return true
  } catch {
    return false
  }
}

/** Whether files of Debian's packages are there, each by its path or a pattern. */
const areInstalled = (...patterns: readonly string[]): boolean =>
  patterns.every((pattern) => globSync(pattern).length > 0)

const isLinux = process.platform === 'linux'
const hasModules = (...names: readonly string[]): boolean =>
  areInstalled(...names.map((name) => `/usr/lib/python3/dist-packages/${name}`))

/** Tools that some tests need besides Node, npm and git: whether each exists, what is tested with it, and how to get it. */
const tools = {
  chromium: [chromiumPath !== undefined, 'in a browser', 'install chromium-headless-shell or chromium'],
  firefox: [firefoxPath !== undefined, 'in Firefox', 'install firefox-esr'],
  webkit: [areFound('WebKitWebDriver', 'Xvfb'), 'in WebKit', 'install webkit2gtk-driver and xvfb'],
  redis: [redisPath !== undefined, 'of a store in Redis', 'install redis-server'],
  curl: [areFound('curl'), 'of pasted curl commands', 'install curl'],
  script: [isLinux && areFound('script'), 'of output on a terminal', 'install script of util-linux'],
  mkfifo: [areFound('mkfifo'), 'of files that become pipes', 'install mkfifo of coreutils'],
  proc: [isLinux, 'of processes that are left behind', 'run them on Linux'],
  mounts: [canMount, 'of full and read-only disks', 'allow user namespaces on Linux'],
  links: [canLink(), 'of symbolic links', 'allow them, on Windows in the developer mode'],
  flask: [hasModules('flask', 'gunicorn'), 'with Flask', 'install python3-flask and python3-gunicorn'],
  django: [hasModules('django', 'gunicorn'), 'with Django', 'install python3-django and python3-gunicorn'],
  fastapi: [hasModules('fastapi', 'uvicorn'), 'with FastAPI', 'install python3-fastapi and python3-uvicorn'],
  go: [areFound('go'), 'of a service in Go', 'install golang-go'],
  java: [
    areFound('javac') && areInstalled('/usr/share/java/jackson-databind.jar'),
    'of a service in Java',
    'install default-jdk-headless and libjackson2-databind-java',
  ],
  sinatra: [
    areInstalled('/usr/bin/puma', '/usr/share/rubygems-integration/all/gems/sinatra-*'),
    'of a service with Sinatra',
    'install ruby-sinatra and puma',
  ],
  php: [
    areInstalled('/usr/sbin/nginx', '/usr/sbin/php-fpm*', '/usr/lib/php/*/apcu.so'),
    'of a service in PHP',
    'install nginx-light, php-fpm, and php-apcu',
  ],
  ipv6: [hasIpv6, 'of IPv6 addresses', 'enable IPv6 on the loopback interface'],
} as const satisfies Record<string, readonly [isThere: boolean, subject: string, remedy: string]>

/** The name of a tool that some tests need. */
export type Tool = keyof typeof tools

/** Whether a tool is there; its tests are skipped without it, except in CI on Linux. */
export const has = (tool: Tool): boolean => tools[tool][0]

/** Reports each kind of test that this machine skips. @throws in CI on Linux, which skips nothing; other systems lack some tools. */
export function setup(): void {
  const skipped = Object.values(tools)
    .filter(([isThere]) => !isThere)
    .map(([, subject, remedy]) => `Skipped: the tests ${subject}. To run them, ${remedy}.`)
  if (skipped.length === 0) return
  if (process.env['CI'] && process.platform === 'linux') throw new Error(skipped.join('\n'))
  console.warn(skipped.join('\n'))
}
