// Made from openapi.yaml by `npm run generate`: do not edit.
import { integer, object, string, type Schema } from '../../options/schema.ts'

export const plantSchema: Schema = /* @__PURE__ */ object({
  "name": string,
  "tag": string,
}, ["name"], true)

export const errorSchema: Schema = /* @__PURE__ */ object({
  "error": /* @__PURE__ */ integer(-2147483648, 2147483647),
  "message": string,
}, ["error","message"], true)
