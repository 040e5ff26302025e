/** Decodes a body; throws `ERR_BUFFER_TOO_LARGE` if it is longer then, and another error if it isn't in the coding. */
type Decode = (body: Uint8Array, options: { maxOutputLength: number }) => Uint8Array

/** The functions of Node that decode a body. */
const decoders: Readonly<Record<string, string>> = {
  gzip: 'gunzipSync',
  'x-gzip': 'gunzipSync',
  deflate: 'inflateSync',
  br: 'brotliDecompressSync',
}

function nameOf(coding: string): string | undefined {
  const name = coding.trim().toLowerCase()
  return Object.hasOwn(decoders, name) ? decoders[name] : undefined
}

export const isCoding = (coding: string): boolean => nameOf(coding) !== undefined

/** Finds what decodes a content coding, which Node loads on demand; undefined for an unknown one, and in a browser. */
export function findDecoder(coding: string): Decode | undefined {
  const name = nameOf(coding)
  const { process } = globalThis as {
    process?: { getBuiltinModule?(id: string): Readonly<Record<string, Decode>> }
  }
  return name === undefined ? undefined : process?.getBuiltinModule?.('node:zlib')[name]
}
