// Made from src/server/control-api.yaml by `npm run generate`: do not edit.
export const controlApi: object = {
  "openapi": "3.1.0",
  "info": {
    "title": "Plant Store control API",
    "description": "Lets tests and developers control the fake itself: its plants, its journal of requests, and its faults. It is not part of the plant store service.",
    "version": "1.0.0",
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    }
  },
  "servers": [
    {
      "url": "/__admin"
    }
  ],
  "security": [
    {},
    {
      "adminToken": []
    }
  ],
  "paths": {
    "/health": {
      "get": {
        "operationId": "getHealth",
        "summary": "Check if the fake is ready and its store responds",
        "responses": {
          "200": {
            "description": "It is ready.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "status",
                    "store"
                  ],
                  "properties": {
                    "status": {
                      "const": "ok"
                    },
                    "store": {
                      "$ref": "#/components/schemas/StoreKind"
                    }
                  }
                }
              }
            }
          },
          "503": {
            "$ref": "#/components/responses/Refused"
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/openapi.json": {
      "get": {
        "operationId": "getDescription",
        "summary": "Read this description",
        "responses": {
          "200": {
            "description": "This description as JSON",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/config": {
      "get": {
        "operationId": "getConfig",
        "summary": "See how the fake decides what the specification leaves open",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          }
        ],
        "responses": {
          "200": {
            "description": "The options of the fake, with defaults; tokens are masked",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Config"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/stores": {
      "get": {
        "operationId": "listStores",
        "summary": "List the stores of tokens, and how much each has",
        "description": "A fake that shares its state in Redis lists only the stores of tokens that it got itself.",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          }
        ],
        "responses": {
          "200": {
            "description": "First the store of requests without a valid token, which has no name; then those of tokens",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "stores"
                  ],
                  "properties": {
                    "stores": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/Store"
                      }
                    }
                  }
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/events": {
      "get": {
        "operationId": "watchEvents",
        "summary": "Watch what happens, as server-sent events",
        "description": "First come the requests in the journal, oldest first, then everything as it happens. With `Last-Event-ID`, the stream continues after that event. The data of `request` is a RequestEvent; the data of the others is empty. `plants` and `faults` say that plants or faults changed, once for changes at the same time. `journal` says that the journal was emptied, or lost requests that this client hadn't read: the requests that are left follow. `options` says that options of the fake changed. `reset` says that the store was reset or is another one; the requests in its journal follow.",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          },
          {
            "name": "Last-Event-ID",
            "in": "header",
            "description": "The id of the last event that the client has.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "Events until the client or the fake ends the stream",
            "content": {
              "text/event-stream": {
                "schema": {
                  "description": "The data of `request`",
                  "type": "string",
                  "contentMediaType": "application/json",
                  "contentSchema": {
                    "$ref": "#/components/schemas/RequestEvent"
                  }
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/plants": {
      "get": {
        "operationId": "listPlants",
        "summary": "List or search stored plants in the order in which they were stored",
        "description": "A search looks at no more than 100,000 plants, and an answer ends after about 16 million characters. If there are more plants, `next` is the offset of the next page, even if this page has fewer plants than `limit`.",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          },
          {
            "name": "offset",
            "in": "query",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          },
          {
            "name": "limit",
            "in": "query",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 1000,
              "default": 100
            }
          },
          {
            "name": "search",
            "in": "query",
            "description": "Keeps plants with this text in the name or tag, in any case, or with an id that begins with it.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "One page of plants",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "total",
                    "plants"
                  ],
                  "properties": {
                    "total": {
                      "description": "The number of stored plants",
                      "type": "integer"
                    },
                    "plants": {
                      "$ref": "#/components/schemas/PlantList"
                    },
                    "next": {
                      "description": "The offset of the next page, if there are more plants",
                      "type": "integer"
                    }
                  }
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "post": {
        "operationId": "addPlants",
        "summary": "Add all plants, or none if one is invalid or has a duplicate id",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          }
        ],
        "requestBody": {
          "$ref": "#/components/requestBodies/PlantList"
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Done"
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "put": {
        "operationId": "replacePlants",
        "summary": "Replace all stored plants",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          }
        ],
        "requestBody": {
          "$ref": "#/components/requestBodies/PlantList"
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Done"
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "delete": {
        "operationId": "clearPlants",
        "summary": "Remove all plants",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Done"
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/plants/{id}": {
      "get": {
        "operationId": "getPlant",
        "summary": "Get one stored plant",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          },
          {
            "name": "id",
            "in": "path",
            "required": true,
            "schema": {
              "type": "integer",
              "format": "int64"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The stored plant",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/NewPlant"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/requests": {
      "get": {
        "operationId": "listRequests",
        "summary": "Read the journal, oldest request first",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          },
          {
            "name": "status",
            "in": "query",
            "schema": {
              "type": "integer"
            }
          },
          {
            "name": "name",
            "in": "query",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "id",
            "in": "query",
            "schema": {
              "type": "integer",
              "format": "int64"
            }
          },
          {
            "$ref": "#/components/parameters/Format"
          }
        ],
        "responses": {
          "200": {
            "description": "The requests in the journal that match every filter",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "requests"
                  ],
                  "properties": {
                    "requests": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/JournalEntry"
                      }
                    }
                  }
                }
              },
              "application/har+json": {
                "schema": {
                  "description": "An HTTP Archive 1.2",
                  "type": "object"
                }
              },
              "text/plain": {
                "schema": {
                  "description": "A shell command for each request",
                  "type": "string"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "post": {
        "operationId": "sendRequest",
        "summary": "Send a request to the fake, as a client does",
        "description": "The token of the request itself selects its store; `Authorization: Store NAME` stands for the token of that store. The answer comes once the request has its own, without a `number` if the journal doesn't have it.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SentRequest"
              },
              "examples": {
                "plant": {
                  "value": {
                    "headers": {
                      "Authorization": "Bearer local-token",
                      "Content-Type": "application/json"
                    },
                    "body": "{\"id\":1,\"name\":\"Monstera\"}"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The request in the journal, with its answer",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/JournalEntry"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "delete": {
        "operationId": "clearRequests",
        "summary": "Empty the journal",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Done"
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/requests/{id}": {
      "get": {
        "operationId": "getRequest",
        "summary": "Get one request in the journal",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          },
          {
            "name": "id",
            "in": "path",
            "description": "The number of the request",
            "required": true,
            "schema": {
              "type": "integer"
            }
          },
          {
            "$ref": "#/components/parameters/Format"
          }
        ],
        "responses": {
          "200": {
            "description": "The request and its answer",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/JournalEntry"
                }
              },
              "application/har+json": {
                "schema": {
                  "description": "An HTTP Archive 1.2",
                  "type": "object"
                }
              },
              "text/plain": {
                "schema": {
                  "description": "A shell command that sends the request again",
                  "type": "string"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/requests/verify": {
      "post": {
        "operationId": "verifyRequests",
        "summary": "Count the requests that match a pattern, or find the most similar ones",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RequestPattern"
              },
              "examples": {
                "created": {
                  "value": {
                    "id": 1,
                    "name": "Monstera",
                    "status": 200
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The result; `nearest` is empty if a request matches",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "count",
                    "nearest"
                  ],
                  "properties": {
                    "count": {
                      "description": "The number of matching requests in the journal",
                      "type": "integer"
                    },
                    "nearest": {
                      "type": "array",
                      "items": {
                        "type": "object",
                        "required": [
                          "request",
                          "differences"
                        ],
                        "properties": {
                          "request": {
                            "$ref": "#/components/schemas/JournalEntry"
                          },
                          "differences": {
                            "type": "array",
                            "items": {
                              "type": "object",
                              "required": [
                                "member"
                              ],
                              "properties": {
                                "member": {
                                  "type": "string"
                                },
                                "expected": {},
                                "received": {}
                              }
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
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/requests/search": {
      "post": {
        "operationId": "searchRequests",
        "summary": "List the requests that match a pattern, oldest first",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RequestPattern"
              },
              "examples": {
                "refused": {
                  "value": {
                    "failure": "duplicate-id"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The requests that match",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "requests"
                  ],
                  "properties": {
                    "requests": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/JournalEntry"
                      }
                    }
                  }
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/faults": {
      "get": {
        "operationId": "listFaults",
        "summary": "List the active faults and the scenario",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          }
        ],
        "responses": {
          "200": {
            "description": "Faults in the order in which they apply, each with its remaining requests",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "faults"
                  ],
                  "properties": {
                    "faults": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/ActiveFault"
                      }
                    },
                    "scenario": {
                      "description": "The title of the current scenario",
                      "type": "string"
                    }
                  }
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "post": {
        "operationId": "addFault",
        "summary": "Queue a fault for the next requests",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Fault"
              },
              "examples": {
                "refusedTwice": {
                  "value": {
                    "fault": "invalid-token",
                    "requests": 2
                  }
                },
                "unavailable": {
                  "value": {
                    "status": 503,
                    "headers": {
                      "Retry-After": "1"
                    }
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Done"
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "delete": {
        "operationId": "clearFaults",
        "summary": "Remove all faults and the scenario, and release what is held",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Done"
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/faults/remove": {
      "post": {
        "operationId": "removeFault",
        "summary": "Remove one fault, given as the list shows it, or release a hold",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ActiveFault"
              },
              "examples": {
                "first": {
                  "value": {
                    "fault": "invalid-token",
                    "requests": 2
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Done"
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/holds": {
      "post": {
        "operationId": "hold",
        "summary": "Let the next requests wait until they are released",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/HoldOptions"
              },
              "examples": {
                "two": {
                  "value": {
                    "requests": 2
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The name of the hold, which also is in the list of faults",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "hold"
                  ],
                  "properties": {
                    "hold": {
                      "type": "string"
                    }
                  }
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/holds/{id}": {
      "post": {
        "operationId": "release",
        "summary": "Let the requests of a hold continue, with a fault or as usual",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          },
          {
            "name": "id",
            "in": "path",
            "description": "The name of the hold",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Fault"
              },
              "examples": {
                "released": {
                  "value": {}
                },
                "failed": {
                  "value": {
                    "status": 503
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Done"
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/scenarios": {
      "get": {
        "operationId": "listScenarios",
        "summary": "List the scenarios that the kit ships",
        "responses": {
          "200": {
            "description": "The scenarios and their names",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "scenarios"
                  ],
                  "properties": {
                    "scenarios": {
                      "type": "array",
                      "items": {
                        "type": "object",
                        "required": [
                          "name",
                          "scenario"
                        ],
                        "properties": {
                          "name": {
                            "type": "string"
                          },
                          "scenario": {
                            "$ref": "#/components/schemas/scenario"
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/scenario": {
      "put": {
        "operationId": "playScenario",
        "summary": "Play a scenario from its first step",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/scenario"
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Done"
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/reset": {
      "post": {
        "operationId": "reset",
        "summary": "Restore the initial state, including the seed",
        "parameters": [
          {
            "$ref": "#/components/parameters/IsolatedBy"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Done"
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "adminToken": {
        "description": "Required if the fake was started with an admin token.",
        "type": "apiKey",
        "in": "header",
        "name": "X-Admin-Token"
      }
    },
    "parameters": {
      "IsolatedBy": {
        "name": "Authorization",
        "in": "header",
        "description": "`Bearer TOKEN`, or `Store NAME` with a name of `/stores`. If the fake isolates tokens, selects the plants, journal, and faults of this token; otherwise it is ignored.",
        "schema": {
          "type": "string"
        }
      },
      "Format": {
        "name": "format",
        "in": "query",
        "description": "`har` for an HTTP Archive, `curl` for shell commands that send the requests again. Both mask credentials; the commands read the token from `PLANT_STORE_TOKEN`.",
        "schema": {
          "enum": [
            "har",
            "curl"
          ]
        }
      }
    },
    "requestBodies": {
      "PlantList": {
        "description": "At most 2 MiB.",
        "required": true,
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/PlantList"
            },
            "examples": {
              "two": {
                "value": [
                  {
                    "id": 1,
                    "name": "Monstera",
                    "tag": "foliage"
                  },
                  {
                    "id": 2,
                    "name": "Boston fern"
                  }
                ]
              }
            }
          }
        }
      }
    },
    "responses": {
      "Done": {
        "description": "Done.",
        "content": {
          "application/json": {
            "schema": {
              "type": "object"
            }
          }
        }
      },
      "Refused": {
        "description": "Nothing changed; the message says why.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            }
          }
        }
      }
    },
    "schemas": {
      "StoreKind": {
        "description": "The kind of storage that has the plants, such as `memory`, `sqlite`, or `redis`",
        "type": "string"
      },
      "PlantList": {
        "type": "array",
        "items": {
          "$ref": "#/components/schemas/NewPlant"
        }
      },
      "Store": {
        "description": "How much a store has; without a name, it is the store of requests without a valid token.",
        "type": "object",
        "required": [
          "plants",
          "requests"
        ],
        "properties": {
          "name": {
            "description": "Names the token without revealing it; the first 12 hexadecimal digits of its SHA-256",
            "type": "string"
          },
          "plants": {
            "description": "The number of stored plants",
            "type": "integer"
          },
          "requests": {
            "description": "The number of requests in the journal",
            "type": "integer"
          },
          "selected": {
            "description": "This request selected it.",
            "const": true
          }
        }
      },
      "RequestPattern": {
        "description": "Every member must match; a missing member matches everything.",
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "method": {
            "type": "string"
          },
          "path": {
            "description": "The path without its query",
            "type": "string"
          },
          "headers": {
            "description": "Headers that the request must have, or must not have if null; names are case-insensitive.",
            "type": "object",
            "additionalProperties": {
              "type": [
                "string",
                "null"
              ]
            }
          },
          "id": {
            "anyOf": [
              {
                "type": "integer",
                "format": "int64"
              },
              {
                "type": "null"
              }
            ]
          },
          "name": {
            "type": [
              "string",
              "null"
            ]
          },
          "tag": {
            "description": "Null if the request must not have one",
            "type": [
              "string",
              "null"
            ]
          },
          "status": {
            "type": "integer"
          },
          "failure": {
            "description": "The named failure of the refusal",
            "type": "string"
          },
          "waiting": {
            "description": "Whether the request still waits for its answer",
            "type": "boolean"
          },
          "exact": {
            "description": "Whether the body may have no members besides those of the pattern",
            "type": "boolean"
          }
        }
      },
      "SentRequest": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "method": {
            "description": "By default that of the operation",
            "type": "string"
          },
          "path": {
            "description": "With a query if there is one; by default that of the operation",
            "type": "string"
          },
          "headers": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            }
          },
          "body": {
            "type": "string"
          }
        }
      },
      "HoldOptions": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "delay": {
            "$ref": "#/components/schemas/Delay"
          },
          "chance": {
            "$ref": "#/components/schemas/Fault/properties/chance"
          },
          "requests": {
            "$ref": "#/components/schemas/Fault/properties/requests"
          },
          "path": {
            "$ref": "#/components/schemas/Fault/properties/path"
          }
        }
      },
      "ActiveFault": {
        "type": "object",
        "required": [
          "requests"
        ],
        "properties": {
          "fault": {
            "$ref": "#/components/schemas/FaultName"
          },
          "status": {
            "$ref": "#/components/schemas/Fault/properties/status"
          },
          "headers": {
            "$ref": "#/components/schemas/Fault/properties/headers"
          },
          "body": {
            "$ref": "#/components/schemas/Fault/properties/body"
          },
          "hold": {
            "description": "The name of a hold",
            "type": "string"
          },
          "delay": {
            "$ref": "#/components/schemas/Delay"
          },
          "chance": {
            "$ref": "#/components/schemas/Fault/properties/chance"
          },
          "requests": {
            "description": "How many requests it still covers; 0 for a hold that requests wait for",
            "anyOf": [
              {
                "type": "integer",
                "minimum": 0
              },
              {
                "const": "forever"
              }
            ]
          },
          "path": {
            "$ref": "#/components/schemas/Fault/properties/path"
          }
        }
      },
      "Config": {
        "type": "object",
        "required": [
          "version",
          "operation",
          "store",
          "onDuplicate",
          "unknownMembers",
          "habits",
          "latency",
          "maxBody",
          "journal",
          "seed",
          "cors",
          "answers"
        ],
        "properties": {
          "version": {
            "description": "The version of the kit",
            "type": "string"
          },
          "operation": {
            "type": "object",
            "required": [
              "method",
              "path"
            ],
            "properties": {
              "method": {
                "type": "string"
              },
              "path": {
                "description": "The path including the base path",
                "type": "string"
              }
            }
          },
          "store": {
            "$ref": "#/components/schemas/StoreKind"
          },
          "onDuplicate": {
            "description": "What happens if the id is already stored",
            "enum": [
              "reject",
              "replace",
              "keep"
            ]
          },
          "unknownMembers": {
            "description": "What happens to members that the schema doesn't name",
            "enum": [
              "ignore",
              "refuse"
            ]
          },
          "habits": {
            "description": "Habits of a real service that the fake imitates",
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "limits": {
            "description": "The ids, names, and tags that the fake accepts; all without it",
            "type": "object"
          },
          "latency": {
            "description": "Milliseconds before every answer, or a range of them",
            "anyOf": [
              {
                "type": "integer"
              },
              {
                "type": "array",
                "items": {
                  "type": "integer"
                }
              }
            ]
          },
          "maxBody": {
            "description": "The largest body in bytes",
            "type": "integer"
          },
          "journal": {
            "description": "How many requests the journal keeps",
            "type": "integer"
          },
          "seed": {
            "description": "The number of plants to start with",
            "type": "integer"
          },
          "cors": {
            "description": "The origins whose pages may read answers, `*` for all, or false for none",
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "boolean"
              },
              {
                "type": "array",
                "items": {
                  "type": "string"
                }
              }
            ]
          },
          "tokens": {
            "description": "`***` for each valid token. Without it, every well-formed token except `invalid-token` is valid.",
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "isolate": {
            "description": "Present if every token has its own plants",
            "const": "token"
          },
          "upstream": {
            "description": "The address of the real service that gets other requests",
            "type": "string"
          },
          "answers": {
            "description": "The table of answers, in the order of the checks",
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "failure",
                "status",
                "headers"
              ],
              "properties": {
                "failure": {
                  "type": "string"
                },
                "status": {
                  "type": "integer"
                },
                "error": {
                  "type": "integer"
                },
                "message": {
                  "description": "The message, unless the fake knows a more exact one",
                  "type": "string"
                },
                "members": {
                  "description": "More members of the Error",
                  "type": "object"
                },
                "body": {
                  "description": "The body, if it isn't an Error",
                  "type": "string"
                },
                "headers": {
                  "type": "object",
                  "additionalProperties": {
                    "type": "string"
                  }
                }
              }
            }
          }
        }
      },
      "RequestEvent": {
        "description": "A request without its body and most of its headers. While it waits for its answer, it has no `status` and no `duration`; once it has them, the event comes again.",
        "type": "object",
        "required": [
          "number",
          "time",
          "method",
          "path"
        ],
        "properties": {
          "number": {
            "type": "integer"
          },
          "time": {
            "type": "string",
            "format": "date-time"
          },
          "method": {
            "type": "string"
          },
          "path": {
            "type": "string"
          },
          "status": {
            "description": "0 if the connection was dropped",
            "type": "integer"
          },
          "duration": {
            "description": "Milliseconds",
            "type": "number"
          },
          "failure": {
            "description": "The named failure of a refusal",
            "type": "string"
          },
          "fault": {
            "description": "The fault that applied",
            "type": "string"
          },
          "message": {
            "description": "Why the request was refused",
            "type": "string"
          },
          "plant": {
            "description": "The members of a NewPlant that the body has, valid or not, their texts cut to 200 characters",
            "type": "object",
            "additionalProperties": true
          },
          "headers": {
            "description": "The headers of the request that not every client sends, cut to 200 characters",
            "type": "object",
            "additionalProperties": {
              "type": "string"
            }
          },
          "aborted": {
            "description": "The client left before it had the answer.",
            "const": true
          },
          "upstream": {
            "description": "The request was for the upstream; a fault may have answered it.",
            "const": true
          }
        }
      },
      "JournalEntry": {
        "description": "A request and its answer. While it waits for its answer, it has no `answer` and no `duration`.",
        "type": "object",
        "required": [
          "number",
          "time",
          "request"
        ],
        "properties": {
          "number": {
            "description": "Counts the requests to the store from 1",
            "type": "integer"
          },
          "time": {
            "type": "string",
            "format": "date-time"
          },
          "request": {
            "type": "object",
            "required": [
              "method",
              "path",
              "headers",
              "body"
            ],
            "properties": {
              "method": {
                "type": "string"
              },
              "path": {
                "type": "string"
              },
              "headers": {
                "type": "object",
                "additionalProperties": {
                  "type": "string"
                }
              },
              "body": {
                "description": "The body as text",
                "type": "string"
              }
            }
          },
          "plant": {
            "description": "The members of a NewPlant that the body has, valid or not; missing if it has none",
            "type": "object"
          },
          "answer": {
            "type": "object",
            "required": [
              "status",
              "headers",
              "body"
            ],
            "properties": {
              "status": {
                "description": "0 if the connection was dropped",
                "type": "integer"
              },
              "headers": {
                "type": "object",
                "additionalProperties": {
                  "type": "string"
                }
              },
              "body": {
                "type": "string"
              }
            }
          },
          "duration": {
            "description": "Milliseconds",
            "type": "number"
          },
          "failure": {
            "description": "The named failure of a refusal",
            "type": "string"
          },
          "reason": {
            "description": "The same in words",
            "type": "string"
          },
          "fault": {
            "description": "The fault that applied",
            "type": "string"
          },
          "aborted": {
            "description": "The client left before it had the answer.",
            "const": true
          },
          "upstream": {
            "description": "The request was for the upstream; its bodies are not kept.",
            "const": true
          }
        }
      },
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
      },
      "Fault": {
        "description": "What happens to the requests that it covers: a named fault or an answer with a status replaces the usual answer, a delay comes before it. With none of them, the answer is the usual one.",
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "fault": {
            "$ref": "#/components/schemas/FaultName"
          },
          "status": {
            "description": "Instead of a named fault: the status of the answer. No plant is stored.",
            "type": "integer",
            "minimum": 200,
            "maximum": 599
          },
          "headers": {
            "description": "The headers of the answer with this status; content-type has a default.",
            "type": "object",
            "additionalProperties": {
              "type": "string"
            }
          },
          "body": {
            "description": "The body of the answer with this status: a text as it is, anything else as JSON. By default, it is an Error from status 400 on, else empty."
          },
          "delay": {
            "$ref": "#/components/schemas/Delay"
          },
          "chance": {
            "description": "The probability of the fault for each request it covers.",
            "type": "number",
            "minimum": 0,
            "maximum": 1
          },
          "requests": {
            "description": "How many requests it covers: a number (1 by default) or forever.",
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
          },
          "path": {
            "description": "The path of the requests that it covers, with any method and without the query, like /orders; useful with an upstream. By default it covers POST /plants.",
            "type": "string",
            "pattern": "^/[^?#]{0,1999}$"
          }
        },
        "dependentRequired": {
          "headers": [
            "status"
          ],
          "body": [
            "status"
          ]
        },
        "dependentSchemas": {
          "status": {
            "not": {
              "properties": {
                "fault": {}
              },
              "required": [
                "fault"
              ]
            }
          }
        }
      },
      "FaultName": {
        "enum": [
          "dropped-connection",
          "closed-connection",
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
        "description": "Milliseconds before the answer: fixed, or drawn anew from a range for each request.",
        "anyOf": [
          {
            "$ref": "#/components/schemas/Milliseconds"
          },
          {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "items": {
              "$ref": "#/components/schemas/Milliseconds"
            }
          }
        ]
      },
      "Milliseconds": {
        "type": "integer",
        "minimum": 0,
        "maximum": 3600000
      },
      "scenario": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Scenario",
        "description": "A script of faults over a series of requests: to POST /plants, or to the path of the step.",
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
            "description": "Seed of the random numbers, so that a run can be repeated.",
            "type": "integer",
            "minimum": 0,
            "maximum": 4294967295
          },
          "repeat": {
            "description": "Whether the steps start again after the last one. By default, requests after the last step get their usual answer.",
            "type": "boolean"
          },
          "steps": {
            "type": "array",
            "minItems": 1,
            "items": {
              "$ref": "#/components/schemas/Fault"
            }
          }
        }
      }
    }
  }
}
