// Made from mocks/schemas/scenario.json by `npm run generate`: do not edit.
import { anyOf, array, boolean, integer, number, object, oneOf, range, string, text, type Schema } from '../../contract/schema.ts'

const millisecondsSchema: Schema = /* @__PURE__ */ integer(0, 3600000)

export const delaySchema: Schema = /* @__PURE__ */ anyOf(millisecondsSchema, /* @__PURE__ */ range(millisecondsSchema))

const faultNameSchema: Schema = /* @__PURE__ */ oneOf("dropped-connection", "cut-off-body", "not-json-body", "malformed-request", "headers-too-large", "request-timeout", "unknown-path", "method-not-allowed", "missing-credentials", "invalid-token", "unsupported-media-type", "unsupported-encoding", "body-too-large", "missing-body", "malformed-json", "invalid-plant", "forced-error", "duplicate-id", "internal-error")

export const faultSchema: Schema = /* @__PURE__ */ object({
  "fault": faultNameSchema,
  "delay": delaySchema,
  "chance": /* @__PURE__ */ number(0, 1),
  "requests": /* @__PURE__ */ anyOf(/* @__PURE__ */ integer(1, 1000000), /* @__PURE__ */ oneOf("forever")),
  "path": /* @__PURE__ */ text("a string that matches ^/[^?#]*$", /^\/[^?#]*$/u),
}, [], false)

export const scenarioSchema: Schema = /* @__PURE__ */ object({
  "$schema": string,
  "title": string,
  "seed": /* @__PURE__ */ integer(0, 4294967295),
  "repeat": boolean,
  "steps": /* @__PURE__ */ array(faultSchema, 1),
}, ["title","steps"], false)
