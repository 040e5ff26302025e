// Certificates for tests only, valid for 100 years. Each was made with
// `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj '/CN=plant-store-kit test' -addext 'subjectAltName=…'`.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** The paths of the files. */
export const files = {
  /** For localhost, 127.0.0.1, and ::1. */
  cert: pathOf('localhost.crt'),
  key: pathOf('localhost.key'),
  /** For localhost alone, with the same key. */
  nameOnly: pathOf('name-only.crt'),
  otherKey: pathOf('other.key'),
  /** With a key that is too short for TLS (`-newkey rsa:512`), and that key. */
  weak: pathOf('weak.crt'),
  weakKey: pathOf('weak.key'),
}

/** The texts of the files. */
export const texts = {
  cert: readFileSync(files.cert, 'utf8'),
  key: readFileSync(files.key, 'utf8'),
  nameOnly: readFileSync(files.nameOnly, 'utf8'),
  otherKey: readFileSync(files.otherKey, 'utf8'),
  weak: readFileSync(files.weak, 'utf8'),
  weakKey: readFileSync(files.weakKey, 'utf8'),
}
