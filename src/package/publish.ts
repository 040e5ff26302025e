// What npm runs around `npm pack` and `npm publish`: node src/package/publish.ts check|strip|restore
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

process.chdir(join(import.meta.dirname, '../..'))
const backup = 'node_modules/.cache/package.json'
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const { env } = process

const steps: Readonly<Record<string, () => void>> = {
  check() {
    if (manifest.repository.url.includes('.example/'))
      throw new Error(
        'the url of "repository" is still an example; npm compares it with the place of the build',
      )
    const tag = env['GITHUB_REF_TYPE'] === 'tag' ? env['GITHUB_REF_NAME'] : undefined
    if (tag !== undefined && tag !== `v${manifest.version}`)
      throw new Error(`the tag is ${tag}, but the version is ${manifest.version}`)
  },
  // Scripts and fields for development would only make npm warn where the package is installed. Without them, npm
  // runs no `prepare` when it packs, so `prepack` builds.
  strip() {
    mkdirSync('node_modules/.cache', { recursive: true })
    copyFileSync('package.json', backup)
    const { allowScripts, scarfSettings, devDependencies, scripts, ...shipped } = manifest
    writeFileSync('package.json', `${JSON.stringify(shipped, undefined, 2)}\n`)
  },
  restore: () => copyFileSync(backup, 'package.json'),
}

try {
  steps[process.argv[2] ?? '']?.()
} catch (error) {
  console.error(`Failed to publish: ${(error as Error).message}.`)
  process.exitCode = 1
}
