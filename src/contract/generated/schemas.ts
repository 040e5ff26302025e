// Made from openapi.yaml by `npm run generate`: do not edit.
import { integer, object, string, type Schema } from '../../options/schema.ts'

export const newPlantSchema: Schema = /* @__PURE__ */ object({
  "id": /* @__PURE__ */ integer(-9223372036854775808n, 9223372036854775807n),
  "name": string,
  "tag": string,
}, ["id","name"], true)
