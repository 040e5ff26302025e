// Made from openapi.yaml by `npm run generate`: do not edit.
export const operation: { method: string; path: string; contentType: string } = {
  "method": "POST",
  "path": "/plants",
  "contentType": "application/json"
}

export const plantMembers: readonly string[] = [
  "name",
  "tag"
]

export const newPlantMembers: readonly string[] = [
  "name",
  "tag",
  "id"
]
