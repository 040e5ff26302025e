// Made from docs/specification.md by `npm run generate`: do not edit.
/** What docs/specification.md says: the name and the text of each section. */
export const specification: readonly (readonly [name: string, text: string])[] = [
  [
    "1",
    "The service. A store of plants. Clients add plants over HTTP, with JSON bodies. There is one operation, which creates a plant. The base address has the plain `http` scheme. Other operations are not shown."
  ],
  [
    "2",
    "Resources. Limits of lengths, patterns, and ranges of values are not shown for any field."
  ],
  [
    "2, Plant",
    "| field  | type   | required | meaning                    |\n| ------ | ------ | -------- | -------------------------- |\n| `name` | string | yes      | the name of the plant      |\n| `tag`  | string | no       | a tag that says which type |"
  ],
  [
    "2, NewPlant",
    "The body of a request. It has all fields of a Plant and one more:\n\n| field | type                  | required | meaning                 |\n| ----- | --------------------- | -------- | ----------------------- |\n| `id`  | integer, format int64 | yes      | the number of the plant |"
  ],
  [
    "2, Error",
    "| field     | type                  | required | meaning                |\n| --------- | --------------------- | -------- | ---------------------- |\n| `error`   | integer, format int32 | yes      | a number for the error |\n| `message` | string                | yes      | a text for the error   |"
  ],
  [
    "3",
    "States. States and transitions are not shown."
  ],
  [
    "4",
    "Create a plant. `POST {base_url}/plants` adds a plant. It needs credentials. Other endpoints are not shown."
  ],
  [
    "4, Request",
    "A body is required. Its content type is `application/json`, and it is a NewPlant."
  ],
  [
    "4, Responses",
    "| status | content type       | body                      | meaning             |\n| ------ | ------------------ | ------------------------- | ------------------- |\n| 200    | `application/json` | Plant                     | the plant           |\n| 400    | `application/json` | Error                     | an unexpected error |"
  ],
  [
    "4, rule 1",
    "A valid NewPlant with valid credentials is answered with 200 and a Plant."
  ],
  [
    "4, rule 2",
    "The body of a 200 is a Plant, and a Plant has no `id`."
  ],
  [
    "4, rule 3",
    "A request that fails with the documented error is answered with 400 and an Error."
  ],
  [
    "5",
    "Authentication. HTTP bearer authentication for every operation: `Authorization: Bearer <ACCESS_TOKEN>`. How tokens are issued, how long they are valid, what they look like, and how the service answers a missing or invalid one is not shown."
  ],
  [
    "6",
    "Events. Events are not shown."
  ],
  [
    "7",
    "Errors. A 400 has an Error. What leads to a 400, other statuses, and what the values of\n`error` mean are not shown."
  ],
  [
    "8",
    "Limits. Limits, such as of rates or sizes, are not shown."
  ],
  [
    "9",
    "Versions. The description has the version 1.0.0 and the MIT license. How paths or headers are versioned is not shown."
  ]
]
