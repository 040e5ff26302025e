// Made from openapi.yaml by `npm run generate`: do not edit.
export const openApi: object = {
  "openapi": "3.1.0",
  "info": {
    "title": "Plant Store",
    "description": "A plant store. Clients add plants to the store over HTTP with JSON payloads.",
    "version": "1.0.0",
    "license": {
      "name": "MIT",
      "identifier": "MIT"
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
