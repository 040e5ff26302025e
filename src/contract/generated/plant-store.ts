// Made from openapi.yaml by `npm run generate`: do not edit.
// @ts-nocheck
import type { CompiledDescription } from '../compiled-contract.ts'

const document: CompiledDescription['document'] = {
  "openapi": "3.1.0",
  "info": {
    "title": "Plant Store",
    "description": "A plant store. Clients add plants to the store over HTTP with JSON payloads.",
    "version": "1.0.0",
    "license": {
      "name": "MIT",
      "url": "https://opensource.org/license/mit"
    }
  },
  "servers": [
    {
      "url": "{base_url}",
      "description": "The base address of the service, with the plain http scheme.",
      "variables": {
        "base_url": {
          "default": "http://127.0.0.1:4010"
        }
      }
    }
  ],
  "security": [
    {
      "bearerAuth": []
    }
  ],
  "paths": {
    "/plants": {
      "post": {
        "operationId": "createPlant",
        "summary": "Create plant",
        "description": "Creates a new plant in the store.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewPlant"
              },
              "examples": {
                "withTag": {
                  "summary": "A plant with a tag",
                  "value": {
                    "id": 1,
                    "name": "Monstera",
                    "tag": "foliage"
                  }
                },
                "withoutTag": {
                  "summary": "A plant without a tag",
                  "value": {
                    "id": 2,
                    "name": "Boston fern"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Plant response",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Plant"
                },
                "examples": {
                  "withTag": {
                    "summary": "A plant with a tag",
                    "value": {
                      "name": "Monstera",
                      "tag": "foliage"
                    }
                  },
                  "withoutTag": {
                    "summary": "A plant without a tag",
                    "value": {
                      "name": "Boston fern"
                    }
                  }
                }
              }
            }
          },
          "400": {
            "description": "Unexpected error",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                },
                "examples": {
                  "refused": {
                    "summary": "A request that was refused",
                    "value": {
                      "error": 40003,
                      "message": "name is missing"
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  },
  "components": {
    "schemas": {
      "Plant": {
        "type": "object",
        "required": [
          "name"
        ],
        "properties": {
          "name": {
            "description": "The name of the plant",
            "type": "string"
          },
          "tag": {
            "description": "Tag that specifies the type",
            "type": "string"
          }
        }
      },
      "NewPlant": {
        "description": "A new plant has all fields of Plant, plus its identification number.",
        "allOf": [
          {
            "type": "object",
            "required": [
              "id"
            ],
            "properties": {
              "id": {
                "description": "Identification number of the plant",
                "type": "integer",
                "format": "int64"
              }
            }
          },
          {
            "$ref": "#/components/schemas/Plant"
          }
        ]
      },
      "Error": {
        "type": "object",
        "required": [
          "error",
          "message"
        ],
        "properties": {
          "error": {
            "description": "Numeric error value",
            "type": "integer",
            "format": "int32"
          },
          "message": {
            "description": "Error text",
            "type": "string"
          }
        }
      }
    },
    "securitySchemes": {
      "bearerAuth": {
        "type": "http",
        "scheme": "bearer"
      }
    }
  }
}

const validators: CompiledDescription['validators'] = {
  request: /* @__PURE__ */ (() => {
const schema1 = {"at":"/components/schemas/Plant","type":["object"],"required":["name"],"properties":{"name":{"at":"/components/schemas/Plant/properties/name","type":["string"]},"tag":{"at":"/components/schemas/Plant/properties/tag","type":["string"]}}};function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){let vErrors = null;let errors = 0;const evaluated0 = validate1.evaluated;if(evaluated0.dynamicProps){evaluated0.props = undefined;}if(evaluated0.dynamicItems){evaluated0.items = undefined;}if(data && typeof data == "object" && !Array.isArray(data)){if(data.name === undefined){const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},schema:schema1.required,parentSchema:schema1,data};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}if(data.name !== undefined){let data0 = data.name;if(typeof data0 !== "string"){const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: schema1.properties.name.type},schema:schema1.properties.name.type,parentSchema:schema1.properties.name,data:data0};if(vErrors === null){vErrors = [err1];}else {vErrors.push(err1);}errors++;}}if(data.tag !== undefined){let data1 = data.tag;if(typeof data1 !== "string"){const err2 = {instancePath:instancePath+"/tag",schemaPath:"#/properties/tag/type",keyword:"type",params:{type: schema1.properties.tag.type},schema:schema1.properties.tag.type,parentSchema:schema1.properties.tag,data:data1};if(vErrors === null){vErrors = [err2];}else {vErrors.push(err2);}errors++;}}}else {const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema1.type},schema:schema1.type,parentSchema:schema1,data};if(vErrors === null){vErrors = [err3];}else {vErrors.push(err3);}errors++;}validate1.errors = vErrors;return errors === 0;}
validate1.evaluated = {"props":{"name":true,"tag":true},"dynamicProps":false,"dynamicItems":false};
const schema0 = {"at":"/components/schemas/NewPlant","allOf":[{"at":"/components/schemas/NewPlant/allOf/0","type":["object"],"required":["id"],"properties":{"id":{"at":"/components/schemas/NewPlant/allOf/0/properties/id","exactType":["integer"],"exactFormat":"int64"}}},{"at":"/components/schemas/NewPlant/allOf/1","allOf":[{"$ref":"s1"}]}]};function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){let vErrors = null;let errors = 0;const evaluated0 = validate0.evaluated;if(evaluated0.dynamicProps){evaluated0.props = undefined;}if(evaluated0.dynamicItems){evaluated0.items = undefined;}if(data && typeof data == "object" && !Array.isArray(data)){if(data.id === undefined){const err0 = {instancePath,schemaPath:"#/allOf/0/required",keyword:"required",params:{missingProperty: "id"},schema:schema0.allOf[0].required,parentSchema:schema0.allOf[0],data};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}if(data.id !== undefined){let data0 = data.id;if(!((typeof data0 == "bigint" || Number.isInteger(data0) || data0 === Infinity || data0 === -Infinity))){const err1 = {instancePath:instancePath+"/id",schemaPath:"#/allOf/0/properties/id/exactType",keyword:"exactType",params:{},schema:schema0.allOf[0].properties.id.exactType,parentSchema:schema0.allOf[0].properties.id,data:data0};if(vErrors === null){vErrors = [err1];}else {vErrors.push(err1);}errors++;}if((typeof data0 == "number" || typeof data0 == "bigint") && (data0 < BigInt("-9223372036854775808") || data0 > BigInt("9223372036854775807"))){const err2 = {instancePath:instancePath+"/id",schemaPath:"#/allOf/0/properties/id/exactFormat",keyword:"exactFormat",params:{},schema:"int64",parentSchema:schema0.allOf[0].properties.id,data:data0};if(vErrors === null){vErrors = [err2];}else {vErrors.push(err2);}errors++;}}}else {const err3 = {instancePath,schemaPath:"#/allOf/0/type",keyword:"type",params:{type: schema0.allOf[0].type},schema:schema0.allOf[0].type,parentSchema:schema0.allOf[0],data};if(vErrors === null){vErrors = [err3];}else {vErrors.push(err3);}errors++;}if(!(validate1(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);errors = vErrors.length;}validate0.errors = vErrors;return errors === 0;}
validate0.evaluated = {"props":{"name":true,"tag":true,"id":true},"dynamicProps":false,"dynamicItems":false};
const schema2 = {"at":"/components/schemas/NewPlant/allOf/0/properties/id","exactType":["integer"],"exactFormat":"int64"};function validate3(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){let vErrors = null;let errors = 0;const evaluated0 = validate3.evaluated;if(evaluated0.dynamicProps){evaluated0.props = undefined;}if(evaluated0.dynamicItems){evaluated0.items = undefined;}if(!((typeof data == "bigint" || Number.isInteger(data) || data === Infinity || data === -Infinity))){const err0 = {instancePath,schemaPath:"#/exactType",keyword:"exactType",params:{},schema:schema2.exactType,parentSchema:schema2,data};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}if((typeof data == "number" || typeof data == "bigint") && (data < BigInt("-9223372036854775808") || data > BigInt("9223372036854775807"))){const err1 = {instancePath,schemaPath:"#/exactFormat",keyword:"exactFormat",params:{},schema:"int64",parentSchema:schema2,data};if(vErrors === null){vErrors = [err1];}else {vErrors.push(err1);}errors++;}validate3.errors = vErrors;return errors === 0;}
validate3.evaluated = {"dynamicProps":false,"dynamicItems":false};
const schema3 = {"at":"/components/schemas/Plant/properties/name","type":["string"]};function validate4(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){let vErrors = null;let errors = 0;const evaluated0 = validate4.evaluated;if(evaluated0.dynamicProps){evaluated0.props = undefined;}if(evaluated0.dynamicItems){evaluated0.items = undefined;}if(typeof data !== "string"){const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema3.type},schema:schema3.type,parentSchema:schema3,data};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}validate4.errors = vErrors;return errors === 0;}
validate4.evaluated = {"dynamicProps":false,"dynamicItems":false};
const schema4 = {"at":"/components/schemas/Plant/properties/tag","type":["string"]};function validate5(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){let vErrors = null;let errors = 0;const evaluated0 = validate5.evaluated;if(evaluated0.dynamicProps){evaluated0.props = undefined;}if(evaluated0.dynamicItems){evaluated0.items = undefined;}if(typeof data !== "string"){const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema4.type},schema:schema4.type,parentSchema:schema4,data};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}validate5.errors = vErrors;return errors === 0;}
validate5.evaluated = {"dynamicProps":false,"dynamicItems":false};
const schema5 = {"at":"/components/schemas/Error","type":["object"],"required":["error","message"],"properties":{"error":{"at":"/components/schemas/Error/properties/error","exactType":["integer"],"exactFormat":"int32"},"message":{"at":"/components/schemas/Error/properties/message","type":["string"]}}};function validate6(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){let vErrors = null;let errors = 0;const evaluated0 = validate6.evaluated;if(evaluated0.dynamicProps){evaluated0.props = undefined;}if(evaluated0.dynamicItems){evaluated0.items = undefined;}if(data && typeof data == "object" && !Array.isArray(data)){if(data.error === undefined){const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "error"},schema:schema5.required,parentSchema:schema5,data};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}if(data.message === undefined){const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"},schema:schema5.required,parentSchema:schema5,data};if(vErrors === null){vErrors = [err1];}else {vErrors.push(err1);}errors++;}if(data.error !== undefined){let data0 = data.error;if(!((typeof data0 == "bigint" || Number.isInteger(data0) || data0 === Infinity || data0 === -Infinity))){const err2 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/exactType",keyword:"exactType",params:{},schema:schema5.properties.error.exactType,parentSchema:schema5.properties.error,data:data0};if(vErrors === null){vErrors = [err2];}else {vErrors.push(err2);}errors++;}if((typeof data0 == "number" || typeof data0 == "bigint") && (data0 < BigInt("-2147483648") || data0 > BigInt("2147483647"))){const err3 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/exactFormat",keyword:"exactFormat",params:{},schema:"int32",parentSchema:schema5.properties.error,data:data0};if(vErrors === null){vErrors = [err3];}else {vErrors.push(err3);}errors++;}}if(data.message !== undefined){let data1 = data.message;if(typeof data1 !== "string"){const err4 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: schema5.properties.message.type},schema:schema5.properties.message.type,parentSchema:schema5.properties.message,data:data1};if(vErrors === null){vErrors = [err4];}else {vErrors.push(err4);}errors++;}}}else {const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema5.type},schema:schema5.type,parentSchema:schema5,data};if(vErrors === null){vErrors = [err5];}else {vErrors.push(err5);}errors++;}validate6.errors = vErrors;return errors === 0;}
validate6.evaluated = {"props":{"error":true,"message":true},"dynamicProps":false,"dynamicItems":false};
return { "/components/schemas/NewPlant": validate0, "/components/schemas/NewPlant/allOf/0/properties/id": validate3, "/components/schemas/Plant/properties/name": validate4, "/components/schemas/Plant/properties/tag": validate5, "/components/schemas/Plant": validate1, "/components/schemas/Error": validate6 }
})(),
  response: /* @__PURE__ */ (() => {
const schema0 = {"at":"/components/schemas/Plant","type":["object"],"required":["name"],"properties":{"name":{"at":"/components/schemas/Plant/properties/name","type":["string"]},"tag":{"at":"/components/schemas/Plant/properties/tag","type":["string"]}}};function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){let vErrors = null;let errors = 0;const evaluated0 = validate0.evaluated;if(evaluated0.dynamicProps){evaluated0.props = undefined;}if(evaluated0.dynamicItems){evaluated0.items = undefined;}if(data && typeof data == "object" && !Array.isArray(data)){if(data.name === undefined){const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},schema:schema0.required,parentSchema:schema0,data};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}if(data.name !== undefined){let data0 = data.name;if(typeof data0 !== "string"){const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: schema0.properties.name.type},schema:schema0.properties.name.type,parentSchema:schema0.properties.name,data:data0};if(vErrors === null){vErrors = [err1];}else {vErrors.push(err1);}errors++;}}if(data.tag !== undefined){let data1 = data.tag;if(typeof data1 !== "string"){const err2 = {instancePath:instancePath+"/tag",schemaPath:"#/properties/tag/type",keyword:"type",params:{type: schema0.properties.tag.type},schema:schema0.properties.tag.type,parentSchema:schema0.properties.tag,data:data1};if(vErrors === null){vErrors = [err2];}else {vErrors.push(err2);}errors++;}}}else {const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema0.type},schema:schema0.type,parentSchema:schema0,data};if(vErrors === null){vErrors = [err3];}else {vErrors.push(err3);}errors++;}validate0.errors = vErrors;return errors === 0;}
validate0.evaluated = {"props":{"name":true,"tag":true},"dynamicProps":false,"dynamicItems":false};
const schema1 = {"at":"/components/schemas/Error","type":["object"],"required":["error","message"],"properties":{"error":{"at":"/components/schemas/Error/properties/error","exactType":["integer"],"exactFormat":"int32"},"message":{"at":"/components/schemas/Error/properties/message","type":["string"]}}};function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){let vErrors = null;let errors = 0;const evaluated0 = validate1.evaluated;if(evaluated0.dynamicProps){evaluated0.props = undefined;}if(evaluated0.dynamicItems){evaluated0.items = undefined;}if(data && typeof data == "object" && !Array.isArray(data)){if(data.error === undefined){const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "error"},schema:schema1.required,parentSchema:schema1,data};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}if(data.message === undefined){const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"},schema:schema1.required,parentSchema:schema1,data};if(vErrors === null){vErrors = [err1];}else {vErrors.push(err1);}errors++;}if(data.error !== undefined){let data0 = data.error;if(!((typeof data0 == "bigint" || Number.isInteger(data0) || data0 === Infinity || data0 === -Infinity))){const err2 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/exactType",keyword:"exactType",params:{},schema:schema1.properties.error.exactType,parentSchema:schema1.properties.error,data:data0};if(vErrors === null){vErrors = [err2];}else {vErrors.push(err2);}errors++;}if((typeof data0 == "number" || typeof data0 == "bigint") && (data0 < BigInt("-2147483648") || data0 > BigInt("2147483647"))){const err3 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/exactFormat",keyword:"exactFormat",params:{},schema:"int32",parentSchema:schema1.properties.error,data:data0};if(vErrors === null){vErrors = [err3];}else {vErrors.push(err3);}errors++;}}if(data.message !== undefined){let data1 = data.message;if(typeof data1 !== "string"){const err4 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: schema1.properties.message.type},schema:schema1.properties.message.type,parentSchema:schema1.properties.message,data:data1};if(vErrors === null){vErrors = [err4];}else {vErrors.push(err4);}errors++;}}}else {const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema1.type},schema:schema1.type,parentSchema:schema1,data};if(vErrors === null){vErrors = [err5];}else {vErrors.push(err5);}errors++;}validate1.errors = vErrors;return errors === 0;}
validate1.evaluated = {"props":{"error":true,"message":true},"dynamicProps":false,"dynamicItems":false};
const schema2 = {"at":"/components/schemas/NewPlant","allOf":[{"at":"/components/schemas/NewPlant/allOf/0","type":["object"],"required":["id"],"properties":{"id":{"at":"/components/schemas/NewPlant/allOf/0/properties/id","exactType":["integer"],"exactFormat":"int64"}}},{"at":"/components/schemas/NewPlant/allOf/1","allOf":[{"$ref":"s0"}]}]};function validate2(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){let vErrors = null;let errors = 0;const evaluated0 = validate2.evaluated;if(evaluated0.dynamicProps){evaluated0.props = undefined;}if(evaluated0.dynamicItems){evaluated0.items = undefined;}if(data && typeof data == "object" && !Array.isArray(data)){if(data.id === undefined){const err0 = {instancePath,schemaPath:"#/allOf/0/required",keyword:"required",params:{missingProperty: "id"},schema:schema2.allOf[0].required,parentSchema:schema2.allOf[0],data};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}if(data.id !== undefined){let data0 = data.id;if(!((typeof data0 == "bigint" || Number.isInteger(data0) || data0 === Infinity || data0 === -Infinity))){const err1 = {instancePath:instancePath+"/id",schemaPath:"#/allOf/0/properties/id/exactType",keyword:"exactType",params:{},schema:schema2.allOf[0].properties.id.exactType,parentSchema:schema2.allOf[0].properties.id,data:data0};if(vErrors === null){vErrors = [err1];}else {vErrors.push(err1);}errors++;}if((typeof data0 == "number" || typeof data0 == "bigint") && (data0 < BigInt("-9223372036854775808") || data0 > BigInt("9223372036854775807"))){const err2 = {instancePath:instancePath+"/id",schemaPath:"#/allOf/0/properties/id/exactFormat",keyword:"exactFormat",params:{},schema:"int64",parentSchema:schema2.allOf[0].properties.id,data:data0};if(vErrors === null){vErrors = [err2];}else {vErrors.push(err2);}errors++;}}}else {const err3 = {instancePath,schemaPath:"#/allOf/0/type",keyword:"type",params:{type: schema2.allOf[0].type},schema:schema2.allOf[0].type,parentSchema:schema2.allOf[0],data};if(vErrors === null){vErrors = [err3];}else {vErrors.push(err3);}errors++;}if(!(validate0(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);errors = vErrors.length;}validate2.errors = vErrors;return errors === 0;}
validate2.evaluated = {"props":{"name":true,"tag":true,"id":true},"dynamicProps":false,"dynamicItems":false};
const schema3 = {"at":"/components/schemas/NewPlant/allOf/0/properties/id","exactType":["integer"],"exactFormat":"int64"};function validate4(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){let vErrors = null;let errors = 0;const evaluated0 = validate4.evaluated;if(evaluated0.dynamicProps){evaluated0.props = undefined;}if(evaluated0.dynamicItems){evaluated0.items = undefined;}if(!((typeof data == "bigint" || Number.isInteger(data) || data === Infinity || data === -Infinity))){const err0 = {instancePath,schemaPath:"#/exactType",keyword:"exactType",params:{},schema:schema3.exactType,parentSchema:schema3,data};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}if((typeof data == "number" || typeof data == "bigint") && (data < BigInt("-9223372036854775808") || data > BigInt("9223372036854775807"))){const err1 = {instancePath,schemaPath:"#/exactFormat",keyword:"exactFormat",params:{},schema:"int64",parentSchema:schema3,data};if(vErrors === null){vErrors = [err1];}else {vErrors.push(err1);}errors++;}validate4.errors = vErrors;return errors === 0;}
validate4.evaluated = {"dynamicProps":false,"dynamicItems":false};
const schema4 = {"at":"/components/schemas/Plant/properties/name","type":["string"]};function validate5(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){let vErrors = null;let errors = 0;const evaluated0 = validate5.evaluated;if(evaluated0.dynamicProps){evaluated0.props = undefined;}if(evaluated0.dynamicItems){evaluated0.items = undefined;}if(typeof data !== "string"){const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema4.type},schema:schema4.type,parentSchema:schema4,data};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}validate5.errors = vErrors;return errors === 0;}
validate5.evaluated = {"dynamicProps":false,"dynamicItems":false};
const schema5 = {"at":"/components/schemas/Plant/properties/tag","type":["string"]};function validate6(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){let vErrors = null;let errors = 0;const evaluated0 = validate6.evaluated;if(evaluated0.dynamicProps){evaluated0.props = undefined;}if(evaluated0.dynamicItems){evaluated0.items = undefined;}if(typeof data !== "string"){const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema5.type},schema:schema5.type,parentSchema:schema5,data};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}validate6.errors = vErrors;return errors === 0;}
validate6.evaluated = {"dynamicProps":false,"dynamicItems":false};
const schema6 = {"at":"/components/schemas/Error/properties/error","exactType":["integer"],"exactFormat":"int32"};function validate7(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){let vErrors = null;let errors = 0;const evaluated0 = validate7.evaluated;if(evaluated0.dynamicProps){evaluated0.props = undefined;}if(evaluated0.dynamicItems){evaluated0.items = undefined;}if(!((typeof data == "bigint" || Number.isInteger(data) || data === Infinity || data === -Infinity))){const err0 = {instancePath,schemaPath:"#/exactType",keyword:"exactType",params:{},schema:schema6.exactType,parentSchema:schema6,data};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}if((typeof data == "number" || typeof data == "bigint") && (data < BigInt("-2147483648") || data > BigInt("2147483647"))){const err1 = {instancePath,schemaPath:"#/exactFormat",keyword:"exactFormat",params:{},schema:"int32",parentSchema:schema6,data};if(vErrors === null){vErrors = [err1];}else {vErrors.push(err1);}errors++;}validate7.errors = vErrors;return errors === 0;}
validate7.evaluated = {"dynamicProps":false,"dynamicItems":false};
const schema7 = {"at":"/components/schemas/Error/properties/message","type":["string"]};function validate8(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){let vErrors = null;let errors = 0;const evaluated0 = validate8.evaluated;if(evaluated0.dynamicProps){evaluated0.props = undefined;}if(evaluated0.dynamicItems){evaluated0.items = undefined;}if(typeof data !== "string"){const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema7.type},schema:schema7.type,parentSchema:schema7,data};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;}validate8.errors = vErrors;return errors === 0;}
validate8.evaluated = {"dynamicProps":false,"dynamicItems":false};
return { "/components/schemas/Plant": validate0, "/components/schemas/Error": validate1, "/components/schemas/NewPlant": validate2, "/components/schemas/NewPlant/allOf/0/properties/id": validate4, "/components/schemas/Plant/properties/name": validate5, "/components/schemas/Plant/properties/tag": validate6, "/components/schemas/Error/properties/error": validate7, "/components/schemas/Error/properties/message": validate8 }
})(),
}

const resources: CompiledDescription['resources'] = {
  "resources": [
    {
      "name": "plants",
      "isSingle": false,
      "key": {
        "property": "id",
        "from": "client",
        "schema": {
          "$schema": "/components/schemas/NewPlant/allOf/0/properties/id",
          "direction": "response"
        }
      },
      "schema": {
        "$schema": "/components/schemas/NewPlant",
        "direction": "response"
      },
      "scope": [],
      "unique": [],
      "reasons": [
        "POST /plants creates.",
        "Its key is id, because its name is usual for a key.",
        "Clients choose it, because requests have it."
      ]
    }
  ],
  "effects": [
    {
      "kind": "create",
      "resource": {
        "$resource": 0
      },
      "reason": "POST on the collection creates a record",
      "scope": [],
      "keepers": [],
      "rejects": {},
      "ordered": [],
      "references": [],
      "requestPath": [],
      "responsePath": []
    }
  ]
}

/** The description of the plant store. */
export const description: CompiledDescription = { document, validators, resources }
