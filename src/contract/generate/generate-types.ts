import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'

/** Writes the types of a description, an int64 as `number | bigint`: a bigint if a number can't hold it. */
export async function generateTypes(description: object): Promise<string> {
  const { createKeywordTypeNode, createUnionTypeNode } = ts.factory
  const exactInteger = createUnionTypeNode([
    createKeywordTypeNode(ts.SyntaxKind.NumberKeyword),
    createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword),
  ])
  const nodes = await openapiTS(structuredClone(description) as OpenAPI3, {
    transform: (schema) => (schema.format === 'int64' ? exactInteger : undefined),
  })
  return astToString(nodes)
}
