// Made from mocks/schemas/scenario.json by `npm run generate`: do not edit.
import type { Schema } from '../../contract/create-validate.ts'

export const schemas: Readonly<Record<'Fault' | 'FaultName' | 'Delay' | 'Milliseconds' | 'Scenario', Schema>> = {
  "Fault": {
    "type": "object",
    "additionalProperties": false,
    "properties": {
      "fault": {
        "$ref": "#/$defs/FaultName"
      },
      "delay": {
        "$ref": "#/$defs/Delay"
      },
      "chance": {
        "type": "number",
        "minimum": 0,
        "maximum": 1
      },
      "requests": {
        "anyOf": [
          {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000000
          },
          {
            "const": "forever"
          }
        ]
      }
    }
  },
  "FaultName": {
    "enum": [
      "dropped-connection",
      "cut-off-body",
      "not-json-body",
      "malformed-request",
      "headers-too-large",
      "request-timeout",
      "unknown-path",
      "method-not-allowed",
      "missing-credentials",
      "invalid-token",
      "unsupported-media-type",
      "unsupported-encoding",
      "body-too-large",
      "missing-body",
      "malformed-json",
      "invalid-plant",
      "forced-error",
      "duplicate-id",
      "internal-error"
    ]
  },
  "Delay": {
    "anyOf": [
      {
        "$ref": "#/$defs/Milliseconds"
      },
      {
        "type": "array",
        "minItems": 2,
        "maxItems": 2,
        "items": {
          "$ref": "#/$defs/Milliseconds"
        }
      }
    ]
  },
  "Milliseconds": {
    "type": "integer",
    "minimum": 0,
    "maximum": 3600000
  },
  "Scenario": {
    "type": "object",
    "required": [
      "title",
      "steps"
    ],
    "additionalProperties": false,
    "properties": {
      "$schema": {
        "type": "string"
      },
      "title": {
        "type": "string"
      },
      "seed": {
        "type": "integer",
        "minimum": 0,
        "maximum": 4294967295
      },
      "repeat": {
        "type": "boolean"
      },
      "steps": {
        "type": "array",
        "minItems": 1,
        "items": {
          "$ref": "#/$defs/Fault"
        }
      }
    }
  }
}
