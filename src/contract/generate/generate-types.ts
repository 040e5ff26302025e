import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { root } from './root.ts'

/** Writes the types of `openapi.yaml`, an int64 as `number | bigint`: a bigint where a number cannot hold it. */
export async function generateTypes(): Promise<string> {
  const { createKeywordTypeNode, createUnionTypeNode } = ts.factory
  const exactInteger = createUnionTypeNode([
    createKeywordTypeNode(ts.SyntaxKind.NumberKeyword),
    createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword),
  ])
  const nodes = await openapiTS(pathToFileURL(join(root, 'openapi.yaml')), {
    transform: (schema) => (schema.format === 'int64' ? exactInteger : undefined),
  })
  return astToString(nodes)
}
