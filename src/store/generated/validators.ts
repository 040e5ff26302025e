// @ts-nocheck
// Made from mocks/schemas/scenario.json by `npm run generate`: do not edit.
import type { Validate } from '../../contract/problems.ts'

export const validateScenario: Validate = validate21;
var schema34 = { "enum": ["dropped-connection", "cut-off-body", "not-json-body", "malformed-request", "headers-too-large", "request-timeout", "unknown-path", "method-not-allowed", "missing-credentials", "invalid-token", "unsupported-media-type", "unsupported-encoding", "body-too-large", "missing-body", "malformed-json", "invalid-plant", "forced-error", "duplicate-id", "internal-error"] };
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate23.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  let valid0 = false;
  const _errs1 = errors;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)))) {
    const err0 = { instancePath, schemaPath: "#/$defs/Milliseconds/type", keyword: "type", params: { type: "integer" } };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data == "number") {
    if (data > 36e5 || isNaN(data)) {
      const err1 = { instancePath, schemaPath: "#/$defs/Milliseconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 36e5 } };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      const err2 = { instancePath, schemaPath: "#/$defs/Milliseconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  var _valid0 = _errs1 === errors;
  valid0 = valid0 || _valid0;
  const _errs4 = errors;
  if (Array.isArray(data)) {
    if (data.length > 2) {
      const err3 = { instancePath, schemaPath: "#/anyOf/1/maxItems", keyword: "maxItems", params: { limit: 2 } };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.length < 2) {
      const err4 = { instancePath, schemaPath: "#/anyOf/1/minItems", keyword: "minItems", params: { limit: 2 } };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      let data0 = data[i0];
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        const err5 = { instancePath: instancePath + "/" + i0, schemaPath: "#/$defs/Milliseconds/type", keyword: "type", params: { type: "integer" } };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if (typeof data0 == "number") {
        if (data0 > 36e5 || isNaN(data0)) {
          const err6 = { instancePath: instancePath + "/" + i0, schemaPath: "#/$defs/Milliseconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 36e5 } };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        if (data0 < 0 || isNaN(data0)) {
          const err7 = { instancePath: instancePath + "/" + i0, schemaPath: "#/$defs/Milliseconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      }
    }
  } else {
    const err8 = { instancePath, schemaPath: "#/anyOf/1/type", keyword: "type", params: { type: "array" } };
    if (vErrors === null) {
      vErrors = [err8];
    } else {
      vErrors.push(err8);
    }
    errors++;
  }
  var _valid0 = _errs4 === errors;
  valid0 = valid0 || _valid0;
  if (_valid0) {
    var items0 = true;
  }
  if (!valid0) {
    const err9 = { instancePath, schemaPath: "#/anyOf", keyword: "anyOf", params: {} };
    if (vErrors === null) {
      vErrors = [err9];
    } else {
      vErrors.push(err9);
    }
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = _errs0;
      } else {
        vErrors = null;
      }
    }
  }
  validate23.errors = vErrors;
  evaluated0.items = items0;
  return errors === 0;
}
validate23.evaluated = { "dynamicProps": false, "dynamicItems": true };
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate22.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === "fault" || key0 === "delay" || key0 === "chance" || key0 === "requests")) {
        const err0 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.fault !== void 0) {
      let data0 = data.fault;
      if (!(data0 === "dropped-connection" || data0 === "cut-off-body" || data0 === "not-json-body" || data0 === "malformed-request" || data0 === "headers-too-large" || data0 === "request-timeout" || data0 === "unknown-path" || data0 === "method-not-allowed" || data0 === "missing-credentials" || data0 === "invalid-token" || data0 === "unsupported-media-type" || data0 === "unsupported-encoding" || data0 === "body-too-large" || data0 === "missing-body" || data0 === "malformed-json" || data0 === "invalid-plant" || data0 === "forced-error" || data0 === "duplicate-id" || data0 === "internal-error")) {
        const err1 = { instancePath: instancePath + "/fault", schemaPath: "#/$defs/FaultName/enum", keyword: "enum", params: { allowedValues: schema34.enum } };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.delay !== void 0) {
      if (!validate23(data.delay, { instancePath: instancePath + "/delay", parentData: data, parentDataProperty: "delay", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
        errors = vErrors.length;
      }
    }
    if (data.chance !== void 0) {
      let data2 = data.chance;
      if (typeof data2 == "number") {
        if (data2 > 1 || isNaN(data2)) {
          const err2 = { instancePath: instancePath + "/chance", schemaPath: "#/properties/chance/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1 } };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data2 < 0 || isNaN(data2)) {
          const err3 = { instancePath: instancePath + "/chance", schemaPath: "#/properties/chance/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
      } else {
        const err4 = { instancePath: instancePath + "/chance", schemaPath: "#/properties/chance/type", keyword: "type", params: { type: "number" } };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.requests !== void 0) {
      let data3 = data.requests;
      const _errs8 = errors;
      let valid2 = false;
      const _errs9 = errors;
      if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)))) {
        const err5 = { instancePath: instancePath + "/requests", schemaPath: "#/properties/requests/anyOf/0/type", keyword: "type", params: { type: "integer" } };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if (typeof data3 == "number") {
        if (data3 > 1e6 || isNaN(data3)) {
          const err6 = { instancePath: instancePath + "/requests", schemaPath: "#/properties/requests/anyOf/0/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e6 } };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        if (data3 < 1 || isNaN(data3)) {
          const err7 = { instancePath: instancePath + "/requests", schemaPath: "#/properties/requests/anyOf/0/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      }
      var _valid0 = _errs9 === errors;
      valid2 = valid2 || _valid0;
      const _errs11 = errors;
      if ("forever" !== data3) {
        const err8 = { instancePath: instancePath + "/requests", schemaPath: "#/properties/requests/anyOf/1/const", keyword: "const", params: { allowedValue: "forever" } };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
      var _valid0 = _errs11 === errors;
      valid2 = valid2 || _valid0;
      if (!valid2) {
        const err9 = { instancePath: instancePath + "/requests", schemaPath: "#/properties/requests/anyOf", keyword: "anyOf", params: {} };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      } else {
        errors = _errs8;
        if (vErrors !== null) {
          if (_errs8) {
            vErrors.length = _errs8;
          } else {
            vErrors = null;
          }
        }
      }
    }
  } else {
    const err10 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } };
    if (vErrors === null) {
      vErrors = [err10];
    } else {
      vErrors.push(err10);
    }
    errors++;
  }
  validate22.errors = vErrors;
  return errors === 0;
}
validate22.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate21.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.title === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "title" } };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.steps === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "steps" } };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "$schema" || key0 === "title" || key0 === "seed" || key0 === "repeat" || key0 === "steps")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.$schema !== void 0) {
      if (typeof data.$schema !== "string") {
        const err3 = { instancePath: instancePath + "/$schema", schemaPath: "#/properties/%24schema/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.title !== void 0) {
      if (typeof data.title !== "string") {
        const err4 = { instancePath: instancePath + "/title", schemaPath: "#/properties/title/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.seed !== void 0) {
      let data2 = data.seed;
      if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)))) {
        const err5 = { instancePath: instancePath + "/seed", schemaPath: "#/properties/seed/type", keyword: "type", params: { type: "integer" } };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if (typeof data2 == "number") {
        if (data2 > 4294967295 || isNaN(data2)) {
          const err6 = { instancePath: instancePath + "/seed", schemaPath: "#/properties/seed/maximum", keyword: "maximum", params: { comparison: "<=", limit: 4294967295 } };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        if (data2 < 0 || isNaN(data2)) {
          const err7 = { instancePath: instancePath + "/seed", schemaPath: "#/properties/seed/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      }
    }
    if (data.repeat !== void 0) {
      if (typeof data.repeat !== "boolean") {
        const err8 = { instancePath: instancePath + "/repeat", schemaPath: "#/properties/repeat/type", keyword: "type", params: { type: "boolean" } };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.steps !== void 0) {
      let data4 = data.steps;
      if (Array.isArray(data4)) {
        if (data4.length < 1) {
          const err9 = { instancePath: instancePath + "/steps", schemaPath: "#/properties/steps/minItems", keyword: "minItems", params: { limit: 1 } };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        const len0 = data4.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (!validate22(data4[i0], { instancePath: instancePath + "/steps/" + i0, parentData: data4, parentDataProperty: i0, rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err10 = { instancePath: instancePath + "/steps", schemaPath: "#/properties/steps/type", keyword: "type", params: { type: "array" } };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
  } else {
    const err11 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } };
    if (vErrors === null) {
      vErrors = [err11];
    } else {
      vErrors.push(err11);
    }
    errors++;
  }
  validate21.errors = vErrors;
  return errors === 0;
}
validate21.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
export const validateFault: Validate = validate26;
function validate26(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate26.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === "fault" || key0 === "delay" || key0 === "chance" || key0 === "requests")) {
        const err0 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.fault !== void 0) {
      let data0 = data.fault;
      if (!(data0 === "dropped-connection" || data0 === "cut-off-body" || data0 === "not-json-body" || data0 === "malformed-request" || data0 === "headers-too-large" || data0 === "request-timeout" || data0 === "unknown-path" || data0 === "method-not-allowed" || data0 === "missing-credentials" || data0 === "invalid-token" || data0 === "unsupported-media-type" || data0 === "unsupported-encoding" || data0 === "body-too-large" || data0 === "missing-body" || data0 === "malformed-json" || data0 === "invalid-plant" || data0 === "forced-error" || data0 === "duplicate-id" || data0 === "internal-error")) {
        const err1 = { instancePath: instancePath + "/fault", schemaPath: "#/$defs/FaultName/enum", keyword: "enum", params: { allowedValues: schema34.enum } };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.delay !== void 0) {
      if (!validate23(data.delay, { instancePath: instancePath + "/delay", parentData: data, parentDataProperty: "delay", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
        errors = vErrors.length;
      }
    }
    if (data.chance !== void 0) {
      let data2 = data.chance;
      if (typeof data2 == "number") {
        if (data2 > 1 || isNaN(data2)) {
          const err2 = { instancePath: instancePath + "/chance", schemaPath: "#/properties/chance/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1 } };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data2 < 0 || isNaN(data2)) {
          const err3 = { instancePath: instancePath + "/chance", schemaPath: "#/properties/chance/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
      } else {
        const err4 = { instancePath: instancePath + "/chance", schemaPath: "#/properties/chance/type", keyword: "type", params: { type: "number" } };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.requests !== void 0) {
      let data3 = data.requests;
      const _errs8 = errors;
      let valid2 = false;
      const _errs9 = errors;
      if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)))) {
        const err5 = { instancePath: instancePath + "/requests", schemaPath: "#/properties/requests/anyOf/0/type", keyword: "type", params: { type: "integer" } };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if (typeof data3 == "number") {
        if (data3 > 1e6 || isNaN(data3)) {
          const err6 = { instancePath: instancePath + "/requests", schemaPath: "#/properties/requests/anyOf/0/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e6 } };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        if (data3 < 1 || isNaN(data3)) {
          const err7 = { instancePath: instancePath + "/requests", schemaPath: "#/properties/requests/anyOf/0/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      }
      var _valid0 = _errs9 === errors;
      valid2 = valid2 || _valid0;
      const _errs11 = errors;
      if ("forever" !== data3) {
        const err8 = { instancePath: instancePath + "/requests", schemaPath: "#/properties/requests/anyOf/1/const", keyword: "const", params: { allowedValue: "forever" } };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
      var _valid0 = _errs11 === errors;
      valid2 = valid2 || _valid0;
      if (!valid2) {
        const err9 = { instancePath: instancePath + "/requests", schemaPath: "#/properties/requests/anyOf", keyword: "anyOf", params: {} };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      } else {
        errors = _errs8;
        if (vErrors !== null) {
          if (_errs8) {
            vErrors.length = _errs8;
          } else {
            vErrors = null;
          }
        }
      }
    }
  } else {
    const err10 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } };
    if (vErrors === null) {
      vErrors = [err10];
    } else {
      vErrors.push(err10);
    }
    errors++;
  }
  validate26.errors = vErrors;
  return errors === 0;
}
validate26.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
