// Made from contracts/rules.yaml by `npm run generate`: do not edit.
/** The id of a rule of the specification. */
export type RuleId =
  | 'created-status'
  | 'created-content-type'
  | 'created-is-json'
  | 'plant-has-name'
  | 'plant-echoes-name'
  | 'plant-echoes-tag'
  | 'omitted-tag-is-no-null'
  | 'omitted-tag-stays-out'
  | 'plant-has-members'
  | 'plant-has-no-id'
  | 'text-keeps-unicode'
  | 'text-keeps-white-space'
  | 'text-keeps-markup'
  | 'text-keeps-digits'
  | 'text-has-no-meaning'
  | 'accepts-texts-like-attacks'
  | 'text-keeps-length'
  | 'text-keeps-empty'
  | 'id-zero'
  | 'id-negative'
  | 'id-over-int32'
  | 'id-over-2-53'
  | 'id-int64-max'
  | 'id-int64-min'
  | 'ids-differ'
  | 'ids-beyond-2-53-differ'
  | 'id-with-zero-fraction'
  | 'refuses-missing-id'
  | 'refuses-missing-name'
  | 'refuses-id-of-wrong-type'
  | 'refuses-fractional-id'
  | 'refuses-id-beyond-int64'
  | 'refuses-name-of-wrong-type'
  | 'refuses-tag-of-wrong-type'
  | 'refuses-null-tag'
  | 'refuses-wrong-member'
  | 'refuses-empty-body'
  | 'refuses-non-object'
  | 'refuses-malformed-json'
  | 'refuses-json-extensions'
  | 'refuses-truncated-body'
  | 'refuses-trailing-content'
  | 'refuses-body-not-utf8'
  | 'refuses-other-content-type'
  | 'refuses-outside-limits'
  | 'refused-body-stores-nothing'
  | 'refusal-is-not-200'
  | 'refused-body-no-5xx'
  | 'error-content-type'
  | 'error-is-json'
  | 'error-has-error'
  | 'error-is-int32'
  | 'error-has-message'
  | 'error-has-members'
  | 'refusal-hides-internals'
  | 'refusal-hides-token'
  | 'refuses-missing-credentials'
  | 'refuses-unissued-token'
  | 'refuses-altered-token'
  | 'refuses-token-in-other-case'
  | 'refuses-empty-token'
  | 'refuses-malformed-token'
  | 'refuses-other-scheme'
  | 'refused-credentials-no-5xx'
  | 'refused-credentials-store-nothing'
  | 'refuses-text-after-token'
  | 'credentials-before-body'
  | 'scheme-in-any-case'
  | 'challenge-on-401'
  | 'challenge-without-error'
  | 'challenge-with-error'
  | 'accepts-charset-parameter'
  | 'content-type-in-any-case'
  | 'headers-in-any-form'
  | 'needs-no-other-headers'
  | 'ignores-other-headers'
  | 'accepts-chunked-body'
  | 'accepts-chunks-in-any-form'
  | 'refuses-invalid-framing'
  | 'refuses-malformed-head'
  | 'answer-has-date'
  | 'creates-nothing-elsewhere'
  | 'no-5xx-elsewhere'
  | 'accepts-body-in-pieces'
  | 'accepts-any-json-form'
  | 'answers-every-request'
  | 'answer-follows-http'
  | 'requests-in-a-row'
  | 'requests-at-once'
  | 'answers-beside-idle-connections'
  | 'stored-id-no-5xx'
  | 'survives-deep-nesting'
  | 'survives-cut-off-request'
  | 'still-answers'
  | 'status-for-missing-credentials'
  | 'status-for-invalid-token'
  | 'status-for-invalid-body'
  | 'status-for-stored-id'
  | 'stored-id-at-once'
  | 'text-limits'
  | 'repeated-texts'
  | 'unknown-members'
  | 'repeated-members'
  | 'byte-order-mark'
  | 'large-body'
  | 'other-methods'
  | 'other-paths'
  | 'rate-limit'

/** What rules have in common. */
export type RuleGroup =
  | 'created'
  | 'texts'
  | 'ids'
  | 'refuses'
  | 'bodies'
  | 'credentials'
  | 'echoes'
  | 'errors'
  | 'refusals'
  | 'answers'

/** How much weight a rule has: promised by the description, good practice, only about the protocol, or left open. */
export type Level = 'must' | 'should' | 'protocol' | 'open'

/** A rule of the specification. */
export interface Rule {
  id: RuleId
  /** A section of the specification, or of a standard. */
  section: string
  level: Level
  statement: string
  /** What `verify` sends to test it. */
  check: string
  groups?: readonly RuleGroup[]
  /** The id that the rule had before. */
  was?: string
  /** The open rule that records the statuses of refusals under this rule. */
  status?: RuleId
  /** Rules that this one needs: when one of them is broken, this one can't be judged. */
  restsOn?: readonly RuleId[]
}

/** The groups of rules: which rule a 5xx breaks, and which open rule records the statuses of refusals. */
export const groups: Readonly<Record<RuleGroup, { meaning: string; serverErrors?: RuleId; status?: RuleId }>> = {
  "created": {
    "meaning": "The rule is about the answer to a plant that the service creates."
  },
  "texts": {
    "meaning": "The rule is about a plant with a name and a tag that come back. A random plant can break several of them at once."
  },
  "ids": {
    "meaning": "The rule is about ids, so a range of allowed ids can make it impossible to test."
  },
  "refuses": {
    "meaning": "The rule says which requests the service must refuse."
  },
  "bodies": {
    "meaning": "The rule is about requests that the service refuses because of their body.",
    "serverErrors": "refused-body-no-5xx",
    "status": "status-for-invalid-body"
  },
  "credentials": {
    "meaning": "The rule is about the credentials of a request.",
    "serverErrors": "refused-credentials-no-5xx",
    "status": "status-for-invalid-token"
  },
  "echoes": {
    "meaning": "The rule is that a text comes back as it was sent."
  },
  "errors": {
    "meaning": "The rule is about the body of a 400."
  },
  "refusals": {
    "meaning": "The rule is about every refusal, whatever its reason, so a few requests of each kind can show it."
  },
  "answers": {
    "meaning": "The rule is about every answer, so one request of each kind can show it."
  }
}

/** All rules, in the order in which reports show them. */
export const rules: readonly Rule[] = [
  {
    "id": "created-status",
    "was": "created-is-200",
    "section": "4, rule 1",
    "level": "must",
    "groups": [
      "created",
      "texts"
    ],
    "statement": "If the NewPlant and the credentials are valid, the service responds with 200.",
    "check": "Plants with plain names, with and without a plain tag, and with ids that every service can store."
  },
  {
    "id": "created-content-type",
    "section": "4, Responses",
    "level": "must",
    "groups": [
      "created"
    ],
    "statement": "The content type of a 200 is application/json. Parameters such as charset may follow.",
    "check": "The Content-Type header of every 200.",
    "restsOn": [
      "created-is-json"
    ]
  },
  {
    "id": "created-is-json",
    "section": "4, Responses",
    "level": "must",
    "groups": [
      "created"
    ],
    "statement": "The body of a 200 is one JSON object in UTF-8.",
    "check": "The bytes of every 200, read strictly."
  },
  {
    "id": "plant-has-name",
    "section": "2, Plant",
    "level": "must",
    "groups": [
      "created"
    ],
    "statement": "The Plant in a 200 has a name, and the name is a string.",
    "check": "The body of every 200."
  },
  {
    "id": "plant-echoes-name",
    "section": "4, rule 1",
    "level": "must",
    "groups": [
      "created",
      "echoes",
      "texts"
    ],
    "statement": "The name in a 200 is exactly the name that this request sent, or the stored name if the id is already stored.",
    "check": "Plain names in upper and lower case, and plants with a stored id.",
    "restsOn": [
      "plant-has-name"
    ]
  },
  {
    "id": "plant-echoes-tag",
    "section": "4, rule 1",
    "level": "must",
    "groups": [
      "created",
      "echoes",
      "texts"
    ],
    "statement": "If the request has a tag, the 200 has exactly that tag, or the stored tag if the id is already stored.",
    "check": "Plain tags in upper and lower case, and plants with a stored id.",
    "restsOn": [
      "plant-has-name"
    ]
  },
  {
    "id": "omitted-tag-is-no-null",
    "section": "2, Plant",
    "level": "must",
    "groups": [
      "created"
    ],
    "statement": "If the request has no tag, the 200 has no tag, or a string as the tag. The tag is never null.",
    "check": "The body of every 200 for a plant without a tag."
  },
  {
    "id": "omitted-tag-stays-out",
    "section": "2, Plant",
    "level": "should",
    "groups": [
      "created"
    ],
    "statement": "If the request has no tag, the 200 has no tag. The service doesn't make one up.",
    "check": "The body of every 200 for a plant without a tag."
  },
  {
    "id": "plant-has-no-id",
    "section": "4, rule 2",
    "level": "should",
    "groups": [
      "created",
      "ids"
    ],
    "statement": "A Plant has no id, so the body of a 200 doesn't contain the id.",
    "check": "The body of every 200."
  },
  {
    "id": "text-keeps-unicode",
    "section": "2, Plant; RFC 8259 section 8.1",
    "level": "must",
    "groups": [
      "texts"
    ],
    "statement": "If the service accepts a name or tag with control characters or characters outside ASCII, it returns the text unchanged. It doesn't transliterate or normalize the text.",
    "check": "Accents, umlauts, Cyrillic, Greek, Arabic, Chinese, combining characters in both forms, emoji, joined emoji, letters with unusual case rules, unusual spaces, and control characters such as NUL, as UTF-8 and as JSON escapes.",
    "restsOn": [
      "created-status",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag"
    ]
  },
  {
    "id": "text-keeps-white-space",
    "section": "2, Plant",
    "level": "must",
    "groups": [
      "texts"
    ],
    "statement": "If the service accepts a name or tag with white space at its start, at its end, or inside, it returns the text unchanged.",
    "check": "Spaces, double spaces, tabs, and line breaks around and between letters.",
    "restsOn": [
      "created-status",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag"
    ]
  },
  {
    "id": "text-keeps-markup",
    "section": "2, Plant",
    "level": "must",
    "groups": [
      "texts"
    ],
    "statement": "If the service accepts a name or tag with quotes, backslashes, markup, SQL, or template syntax, it returns the text unchanged. It doesn't escape or strip anything.",
    "check": "HTML, entities, quotes, backslashes, percent signs, SQL, and shell and template syntax.",
    "restsOn": [
      "created-status",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag"
    ]
  },
  {
    "id": "text-keeps-digits",
    "section": "2, Plant",
    "level": "must",
    "groups": [
      "texts"
    ],
    "statement": "If the service accepts a name or tag that looks like a number or another value, it returns the same string.",
    "check": "The strings 007, 1e3, 12345678901234567890, true, null, NaN, undefined, and dates.",
    "restsOn": [
      "created-status",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag"
    ]
  },
  {
    "id": "text-has-no-meaning",
    "section": "4, rule 1",
    "level": "should",
    "statement": "The service refuses no word for what it means. A word such as null is a name like any other.",
    "check": "Words that languages read as values. If one is refused, another word with as many letters is sent twice.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "accepts-texts-like-attacks",
    "section": "4, rule 1",
    "level": "must",
    "statement": "If the service accepts the signs of a name or tag in another order, it accepts the text, even one that looks like an attack.",
    "check": "Texts of every common kind of attack, which a firewall in front of the service may refuse. If one is refused, its signs in another order are sent twice.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "text-keeps-length",
    "section": "2, Plant",
    "level": "must",
    "groups": [
      "texts"
    ],
    "statement": "If the service accepts a long name or tag, it returns the text in full.",
    "check": "Texts of 64 to 70,000 characters, and one of 300 emoji.",
    "restsOn": [
      "created-status",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag",
      "text-keeps-unicode"
    ]
  },
  {
    "id": "text-keeps-empty",
    "section": "2, Plant",
    "level": "must",
    "groups": [
      "texts"
    ],
    "statement": "If the service accepts an empty or blank name or tag, it returns the text unchanged.",
    "check": "The empty string and a single space, as name and as tag.",
    "restsOn": [
      "created-status",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag",
      "text-keeps-white-space"
    ]
  },
  {
    "id": "id-zero",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids"
    ],
    "statement": "The service accepts the id 0, which is a valid int64.",
    "check": "The id 0, unless the service answers as it does for a stored id.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "id-negative",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids"
    ],
    "statement": "The service accepts negative ids, which are valid int64 values.",
    "check": "-1 and random ids down to the smallest int32.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "id-over-int32",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids"
    ],
    "statement": "The service accepts ids above 2147483647, which an int32 can't hold.",
    "check": "2147483647, 2147483648, 4294967295, 4294967296, and random ids up to 2^53.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "id-over-2-53",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids"
    ],
    "statement": "The service accepts ids of 2^53 and more, which a JavaScript number can't hold exactly.",
    "check": "2^53-1, 2^53, 2^53+1, and random ids up to 2^62.",
    "restsOn": [
      "created-status",
      "id-over-int32"
    ]
  },
  {
    "id": "id-int64-max",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids"
    ],
    "statement": "The service accepts ids up to the largest int64, 9223372036854775807.",
    "check": "2^63-1 and random ids from 2^62 up to it.",
    "restsOn": [
      "created-status",
      "id-over-int32",
      "id-over-2-53"
    ]
  },
  {
    "id": "id-int64-min",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids"
    ],
    "statement": "The service accepts ids down to the smallest int64, -9223372036854775808.",
    "check": "-2^63 and random ids below -2^31, below -2^53, and close to -2^63.",
    "restsOn": [
      "created-status",
      "id-negative",
      "id-over-int32",
      "id-over-2-53"
    ]
  },
  {
    "id": "ids-differ",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids"
    ],
    "statement": "The service creates two plants for two ids that differ only in their sign, last digit, highest bit, the bits above the lowest 32, or in what their fraction and exponent mean.",
    "check": "Pairs of random ids, one after the other, such as 7e3 and 7.",
    "restsOn": [
      "created-status",
      "id-negative",
      "id-over-int32"
    ]
  },
  {
    "id": "ids-beyond-2-53-differ",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids"
    ],
    "statement": "The service creates two plants for two ids that are the same after rounding to 53 bits.",
    "check": "Pairs of consecutive ids between 2^53 and 2^63, positive and negative, one after the other.",
    "restsOn": [
      "created-status",
      "id-over-int32",
      "id-over-2-53",
      "id-int64-max"
    ]
  },
  {
    "id": "id-with-zero-fraction",
    "section": "2, NewPlant; JSON Schema, integer",
    "level": "open",
    "groups": [
      "ids"
    ],
    "statement": "JSON Schema takes 7.0 and 7e0 for integers, but most parsers of typed languages don't.",
    "check": "Unused ids below 2^31 written as N.0, as N.00, and with an exponent. verify reports which are refused.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "refuses-missing-id",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids",
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses a body without an id.",
    "check": "Bodies with only a name, with a name and a tag, and with the id under a misspelled member name."
  },
  {
    "id": "refuses-missing-name",
    "section": "2, Plant",
    "level": "must",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses a body without a name.",
    "check": "Bodies with only an id, with an id and a tag, and with the name under a misspelled member name."
  },
  {
    "id": "refuses-id-of-wrong-type",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids",
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses an id that isn't a number, including a string of digits.",
    "check": "Strings of digits, other strings, the empty string, true, false, null, arrays, objects, and NaN and -Infinity, which some parsers read as numbers."
  },
  {
    "id": "refuses-fractional-id",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids",
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses an id with a fraction. It doesn't round or truncate it.",
    "check": "1.5, -0.5, 1e-1, unused ids with a fraction, and fractions that a JavaScript number rounds to an integer."
  },
  {
    "id": "refuses-id-beyond-int64",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids",
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses an id above 9223372036854775807 or below -9223372036854775808.",
    "check": "2^63, -2^63-1, 2^64, 1e19, 1e30, and 1e400."
  },
  {
    "id": "refuses-name-of-wrong-type",
    "section": "2, Plant",
    "level": "must",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses a name that isn't a string.",
    "check": "Numbers, true, false, null, arrays, and objects."
  },
  {
    "id": "refuses-tag-of-wrong-type",
    "section": "2, Plant",
    "level": "must",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses a tag that isn't a string.",
    "check": "Numbers, true, false, arrays, and objects."
  },
  {
    "id": "refuses-null-tag",
    "section": "2, Plant",
    "level": "should",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses a tag that is null. Parsers of several languages take null for a missing member.",
    "check": "The tag null, in a plain plant."
  },
  {
    "id": "refuses-empty-body",
    "section": "4, Request",
    "level": "must",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses a request without a body, or with only white space as its body.",
    "check": "No body, a Content-Length of 0, and white space."
  },
  {
    "id": "refuses-non-object",
    "section": "4, Request",
    "level": "must",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses a body that is JSON but not an object.",
    "check": "null, true, numbers, strings, empty arrays, arrays of plants, and a plant inside a string."
  },
  {
    "id": "refuses-malformed-json",
    "section": "4, Request; RFC 8259",
    "level": "must",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses a body that isn't JSON. It doesn't guess what was meant.",
    "check": "Missing and repeated commas and colons, incomplete escapes, form fields, XML, YAML, and words."
  },
  {
    "id": "refuses-json-extensions",
    "section": "4, Request; RFC 8259 section 9",
    "level": "should",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses a body that only lenient JSON parsers accept. The standard allows a parser to accept it.",
    "check": "Trailing commas, single quotes, unquoted names, comments, NaN, Infinity, leading zeros and plus signs, hexadecimal numbers, control characters in strings, and invalid escapes."
  },
  {
    "id": "refuses-truncated-body",
    "section": "4, Request; RFC 8259",
    "level": "must",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses a body that ends too early, at any place.",
    "check": "A valid body cut after each of its parts, with a matching Content-Length."
  },
  {
    "id": "refuses-trailing-content",
    "section": "4, Request; RFC 8259",
    "level": "must",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses a valid NewPlant with anything other than white space after it.",
    "check": "A second object, a bracket, a word, a comma, and an array after a valid body."
  },
  {
    "id": "refuses-body-not-utf8",
    "section": "RFC 8259 section 8.1",
    "level": "protocol",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses a body that isn't valid UTF-8.",
    "check": "Latin-1 letters, an incomplete sequence, an overlong sequence, a surrogate, and UTF-16."
  },
  {
    "id": "refuses-other-content-type",
    "section": "4, Request",
    "level": "should",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses a request whose content type isn't application/json.",
    "check": "A valid NewPlant as text/plain, as form fields, as XML, and without a Content-Type."
  },
  {
    "id": "refuses-outside-limits",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "The service refuses a NewPlant outside the limits of openapi.yaml, or those that you declare with --limits.",
    "check": "Ids, names, and tags just outside every limit. Judged only if you declare limits."
  },
  {
    "id": "refused-body-stores-nothing",
    "section": "4, rule 3",
    "level": "must",
    "groups": [
      "bodies"
    ],
    "statement": "If the service refuses a body, it stores no plant, so the id stays free.",
    "check": "A body with a wrong name or tag, or with a brace too many, then a valid body with the same id.",
    "restsOn": [
      "created-status",
      "refuses-missing-name",
      "refuses-name-of-wrong-type",
      "refuses-tag-of-wrong-type",
      "refuses-trailing-content"
    ]
  },
  {
    "id": "refusal-is-not-200",
    "section": "4, Responses",
    "level": "must",
    "groups": [
      "refusals"
    ],
    "statement": "The service shows a refusal by its status. It doesn't send an Error with a 200 or another 2xx status.",
    "check": "The bodies of all 2xx answers to requests that must be refused."
  },
  {
    "id": "refused-body-no-5xx",
    "section": "4, rule 3",
    "level": "must",
    "groups": [
      "bodies",
      "refusals"
    ],
    "statement": "The service never answers a body with a 5xx. It accepts a valid plant, and a body that it doesn't accept is the client's mistake.",
    "check": "Fixed and random bodies that aren't a valid NewPlant, and bodies that are unusual but valid.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "error-content-type",
    "section": "4, Responses",
    "level": "must",
    "groups": [
      "errors",
      "refusals"
    ],
    "statement": "The content type of a 400 is application/json. Parameters such as charset may follow.",
    "check": "The Content-Type header of every 400.",
    "restsOn": [
      "error-is-json"
    ]
  },
  {
    "id": "error-is-json",
    "section": "4, Responses",
    "level": "must",
    "groups": [
      "errors",
      "refusals"
    ],
    "statement": "The body of a 400 is one JSON object in UTF-8. It isn't empty, plain text, or an HTML page.",
    "check": "The bytes of every 400, read strictly."
  },
  {
    "id": "error-has-error",
    "section": "2, Error",
    "level": "must",
    "groups": [
      "errors",
      "refusals"
    ],
    "statement": "The Error in a 400 has a member named error, and its value is an integer.",
    "check": "The body of every 400.",
    "restsOn": [
      "error-is-json"
    ]
  },
  {
    "id": "error-is-int32",
    "section": "2, Error",
    "level": "must",
    "groups": [
      "errors",
      "refusals"
    ],
    "statement": "The value of error in a 400 is an int32, from -2147483648 to 2147483647.",
    "check": "The body of every 400.",
    "restsOn": [
      "error-is-json",
      "error-has-error"
    ]
  },
  {
    "id": "error-has-message",
    "section": "2, Error",
    "level": "must",
    "groups": [
      "errors",
      "refusals"
    ],
    "statement": "The Error in a 400 has a message, and the message is a string.",
    "check": "The body of every 400.",
    "restsOn": [
      "error-is-json"
    ]
  },
  {
    "id": "refusal-hides-internals",
    "section": "7; RFC 9110 section 17",
    "level": "should",
    "groups": [
      "refusals"
    ],
    "statement": "A refusal shows no stack trace, and no name or tag that only another request sent.",
    "check": "The bodies of all refusals, searched for stack traces of common languages and for plain names and tags of the run. What a refusal without valid credentials shows breaks the rule for these credentials."
  },
  {
    "id": "refusal-hides-token",
    "section": "5; RFC 6750 section 5.3",
    "level": "should",
    "groups": [
      "refusals"
    ],
    "statement": "No answer contains the token that was sent.",
    "check": "The headers and bodies of all answers."
  },
  {
    "id": "refuses-missing-credentials",
    "section": "5",
    "level": "must",
    "groups": [
      "refuses",
      "credentials"
    ],
    "status": "status-for-missing-credentials",
    "statement": "The service refuses a valid NewPlant without an Authorization header.",
    "check": "Requests without the header, alone and with a query, in chunks, or with few other headers; and requests with an empty one."
  },
  {
    "id": "refuses-unissued-token",
    "section": "5",
    "level": "must",
    "groups": [
      "refuses",
      "credentials"
    ],
    "statement": "The service refuses a well-formed token that nobody issued.",
    "check": "Random tokens of several lengths and forms, and the token of --invalid-token."
  },
  {
    "id": "refuses-altered-token",
    "section": "5",
    "level": "must",
    "groups": [
      "refuses",
      "credentials"
    ],
    "statement": "The service refuses a part of a valid token, and a valid token with characters added or changed.",
    "check": "The valid token without its last character, its first half, the token with another character, with one more, or with padding (==), and a JWT without its signature.",
    "restsOn": [
      "refuses-unissued-token"
    ]
  },
  {
    "id": "refuses-token-in-other-case",
    "section": "5; RFC 6750 section 2.1",
    "level": "must",
    "groups": [
      "refuses",
      "credentials"
    ],
    "statement": "The service refuses the valid token with upper and lower case swapped, unless its tokens ignore case. The specification doesn't show their format.",
    "check": "The valid token with upper and lower case swapped.",
    "restsOn": [
      "refuses-unissued-token",
      "refuses-altered-token"
    ]
  },
  {
    "id": "refuses-empty-token",
    "section": "5; RFC 6750 section 2.1",
    "level": "must",
    "groups": [
      "refuses",
      "credentials"
    ],
    "statement": "The service refuses the scheme Bearer without a token.",
    "check": "Bearer alone, and followed by spaces."
  },
  {
    "id": "refuses-malformed-token",
    "section": "5; RFC 6750 section 2.1",
    "level": "must",
    "groups": [
      "refuses",
      "credentials"
    ],
    "statement": "The service refuses a token with characters that no token can have.",
    "check": "The valid token in quotes, and random tokens with quotes, commas, brackets, non-ASCII letters, wildcards, patterns, and SQL.",
    "restsOn": [
      "refuses-unissued-token"
    ]
  },
  {
    "id": "refuses-other-scheme",
    "section": "5",
    "level": "must",
    "groups": [
      "refuses",
      "credentials"
    ],
    "statement": "The service refuses the valid token with a scheme other than Bearer, or without a scheme.",
    "check": "The valid token with Basic, Token, Digest, and made-up schemes, without a scheme, and without the space after Bearer."
  },
  {
    "id": "refused-credentials-no-5xx",
    "section": "5",
    "level": "must",
    "groups": [
      "credentials"
    ],
    "statement": "The service never answers missing or invalid credentials with a 5xx.",
    "check": "All wrong credentials, and very long ones."
  },
  {
    "id": "refused-credentials-store-nothing",
    "section": "5",
    "level": "must",
    "groups": [
      "credentials"
    ],
    "statement": "If the service refuses the credentials, it stores no plant, so the id stays free.",
    "check": "A valid plant without credentials and with a wrong token, then the same plant with the valid token.",
    "restsOn": [
      "created-status",
      "refuses-missing-credentials",
      "refuses-unissued-token"
    ]
  },
  {
    "id": "refuses-text-after-token",
    "section": "5; RFC 6750 section 2.1",
    "level": "should",
    "groups": [
      "refuses",
      "credentials"
    ],
    "statement": "The service refuses a valid token with other text after it.",
    "check": "The valid token followed by a word, and by a comma and a parameter.",
    "restsOn": [
      "refuses-unissued-token"
    ]
  },
  {
    "id": "credentials-before-body",
    "section": "5",
    "level": "open",
    "groups": [
      "credentials"
    ],
    "statement": "The specification doesn't show whether the service checks credentials before the body, so that with wrong credentials, every body gets the same status.",
    "check": "verify reports a difference between the status for wrong credentials with a valid body, with an invalid one, and with one that isn't JSON.",
    "restsOn": [
      "refuses-missing-credentials",
      "refuses-unissued-token"
    ]
  },
  {
    "id": "scheme-in-any-case",
    "was": "scheme-in-any-form",
    "section": "5; RFC 9110 section 11.1; RFC 6750 section 2.1",
    "level": "should",
    "groups": [
      "credentials"
    ],
    "statement": "The service accepts the scheme Bearer in upper and lower case.",
    "check": "bearer and BEARER with the valid token.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "challenge-on-401",
    "section": "5; RFC 9110 section 15.5.2; RFC 6750 section 3",
    "level": "should",
    "groups": [
      "refusals"
    ],
    "statement": "A 401 has a WWW-Authenticate header that names the scheme Bearer.",
    "check": "Every 401."
  },
  {
    "id": "challenge-without-error",
    "section": "5; RFC 6750 section 3.1",
    "level": "protocol",
    "groups": [
      "refusals"
    ],
    "statement": "If the request has no credentials, the WWW-Authenticate header of the 401 has no error.",
    "check": "Every 401 for a request without credentials."
  },
  {
    "id": "challenge-with-error",
    "section": "5; RFC 6750 section 3",
    "level": "protocol",
    "groups": [
      "refusals"
    ],
    "statement": "If the request has a token that isn't valid, the WWW-Authenticate header of the 401 has an error, such as invalid_token.",
    "check": "Every 401 for a well-formed token that nobody issued, or that was altered."
  },
  {
    "id": "accepts-charset-parameter",
    "section": "4, Request; RFC 9110 section 8.3.1",
    "level": "must",
    "statement": "The service accepts the content type application/json with the parameter charset=utf-8.",
    "check": "The parameter with and without a space before it, and in quotes.",
    "restsOn": [
      "created-status",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag",
      "text-keeps-unicode"
    ]
  },
  {
    "id": "content-type-in-any-case",
    "section": "4, Request; RFC 9110 section 8.3.1",
    "level": "protocol",
    "statement": "The service accepts the content type application/json in upper and lower case.",
    "check": "Application/JSON and APPLICATION/JSON with a valid NewPlant.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "headers-in-any-form",
    "was": "header-names-in-any-case",
    "section": "4; RFC 9110 section 5.1; RFC 9112 section 5",
    "level": "protocol",
    "statement": "The service accepts header names in upper and lower case, and values with or without white space around them.",
    "check": "All names in lower case, in upper case, and mixed; and values without a space before them, and with tabs and spaces around them.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "needs-no-other-headers",
    "section": "4, Request",
    "level": "must",
    "statement": "A request needs no headers other than Host, Authorization, Content-Type, and the length of its body.",
    "check": "Requests without Accept and User-Agent.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "ignores-other-headers",
    "section": "4, Request; RFC 9110 section 5.1",
    "level": "must",
    "statement": "The service creates a plant whatever other headers the request has, such as those of browsers.",
    "check": "The headers of a browser and of common clients, and a body that is sent only after a 100.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "accepts-chunked-body",
    "section": "4; RFC 9112 section 7.1",
    "level": "should",
    "statement": "The service reads a body with Transfer-Encoding: chunked like one with a Content-Length, or refuses it with 411.",
    "check": "Bodies in one chunk and in many, unless the service speaks HTTP/1.0.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "accepts-chunks-in-any-form",
    "section": "RFC 9112 section 7.1",
    "level": "protocol",
    "statement": "The service reads chunks with extensions, trailers, and sizes in any form that HTTP allows, or refuses them with 411.",
    "check": "Chunks of one byte, with extensions, trailers, zeros before their sizes, and in upper case, unless the service speaks HTTP/1.0.",
    "restsOn": [
      "created-status",
      "accepts-chunked-body"
    ]
  },
  {
    "id": "refuses-invalid-framing",
    "section": "RFC 9110 section 8.6; RFC 9112 sections 6.3 and 7.1",
    "level": "protocol",
    "statement": "The service refuses a request whose length can't be right, and never reads more or less than the request.",
    "check": "Lengths and sizes of chunks that are negative, no numbers, or have letters after them, several different lengths, other transfer codings, and requests inside the body of another request.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "refuses-malformed-head",
    "section": "RFC 9112 sections 3.2, 5.1, and 5.2",
    "level": "protocol",
    "statement": "The service refuses a request without a Host, or with a space between the name of a header and its colon. It answers a request with a header that is continued on the next line.",
    "check": "A plain plant in each of these forms, and one with a NUL in a header, which the service may replace by a space.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "answer-has-date",
    "section": "RFC 9110 section 6.6.1",
    "level": "protocol",
    "groups": [
      "answers"
    ],
    "statement": "Every answer has a Date header with the time of the answer.",
    "check": "The Date of all answers except a 5xx. It may differ from this machine's time by up to 15 minutes, but it must advance."
  },
  {
    "id": "creates-nothing-elsewhere",
    "section": "4; RFC 9110 sections 9.1 and 9.2.1",
    "level": "must",
    "statement": "A request with another method or for another path creates no plant, and gets no Error with a 2xx.",
    "check": "GET, HEAD, and OPTIONS with and without a plain plant, which can be created afterwards, and a plain plant for other paths.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "no-5xx-elsewhere",
    "section": "4; RFC 9110 section 15.6",
    "level": "should",
    "statement": "A request with another method or for another path gets no 5xx other than 501.",
    "check": "GET, HEAD, and OPTIONS, OPTIONS for the whole server, and other paths.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "accepts-body-in-pieces",
    "section": "4; RFC 9112 section 6",
    "level": "must",
    "statement": "The service accepts a body that arrives in pieces, even if a character is split between two pieces.",
    "check": "Bodies sent in pieces with a pause between them, split inside a multi-byte character and inside a member.",
    "restsOn": [
      "created-status",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag"
    ]
  },
  {
    "id": "accepts-any-json-form",
    "section": "4, Request; RFC 8259",
    "level": "must",
    "statement": "The service accepts every form of JSON for a NewPlant, such as escapes or members in another order.",
    "check": "White space between the parts, members in another order, and letters and member names written as escapes.",
    "restsOn": [
      "created-status",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag",
      "text-keeps-unicode",
      "text-keeps-white-space",
      "text-keeps-markup"
    ]
  },
  {
    "id": "answers-every-request",
    "section": "4, Responses; RFC 9112",
    "level": "must",
    "groups": [
      "answers"
    ],
    "statement": "Every request gets one complete HTTP answer in time. No connection hangs, closes early, or carries anything else.",
    "check": "All requests except those of the rules below, each with a time limit."
  },
  {
    "id": "answer-follows-http",
    "section": "RFC 9110 sections 5, 6, 8, 10, and 15; RFC 9112 section 6",
    "level": "protocol",
    "groups": [
      "answers"
    ],
    "statement": "Every answer follows the rules of HTTP: its status, the form of its headers, and the end of its body.",
    "check": "The status, the headers, and the framing of all answers. A 405 names the allowed methods, dates and media types can be parsed, and nothing follows the body."
  },
  {
    "id": "requests-in-a-row",
    "section": "4, rule 1",
    "level": "must",
    "statement": "The service answers each of many requests in a row like the first one.",
    "check": "Plain plants, one after the other over one connection, and each after a refused request.",
    "restsOn": [
      "created-status",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag"
    ]
  },
  {
    "id": "requests-at-once",
    "section": "4, rule 1",
    "level": "must",
    "statement": "The service answers many requests at the same time, each with its own plant.",
    "check": "Plain plants over many connections at the same time, some of them with the same name or the same tag.",
    "restsOn": [
      "created-status",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag",
      "requests-in-a-row"
    ]
  },
  {
    "id": "answers-beside-idle-connections",
    "section": "RFC 9112 section 9.4",
    "level": "protocol",
    "statement": "The service answers a request while other connections are idle or wait for the rest of a request.",
    "check": "A plain plant while eight connections are idle, and while two wait for the rest of a request.",
    "restsOn": [
      "created-status",
      "requests-at-once"
    ]
  },
  {
    "id": "stored-id-no-5xx",
    "section": "4, rule 3",
    "level": "must",
    "groups": [
      "ids"
    ],
    "statement": "If an id is already stored, the service accepts or refuses the plant. It always answers, and never with a 5xx.",
    "check": "The same plant twice, another plant with its id, and the same id and the same plant several times at once.",
    "restsOn": [
      "created-status"
    ]
  },
  {
    "id": "survives-deep-nesting",
    "section": "4, rule 3; RFC 8259 section 9",
    "level": "should",
    "statement": "The service answers a deeply nested body, but never with a 5xx, and keeps running.",
    "check": "10,000 nested brackets and braces, closed and unclosed: alone, as a name, and in an unknown member.",
    "restsOn": [
      "created-status",
      "answers-every-request",
      "refused-body-no-5xx",
      "refuses-non-object",
      "refuses-malformed-json",
      "refuses-truncated-body",
      "refuses-name-of-wrong-type"
    ]
  },
  {
    "id": "survives-cut-off-request",
    "section": "4; RFC 9112 section 8",
    "level": "must",
    "statement": "If a client disconnects in the middle of a request, the service answers the next request as usual.",
    "check": "Requests cut off in their headers and in their body, then a plain plant.",
    "restsOn": [
      "created-status",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag",
      "requests-in-a-row"
    ]
  },
  {
    "id": "still-answers",
    "section": "4, rule 1",
    "level": "must",
    "statement": "During a run and after it, the service answers plain plants as it did at the start.",
    "check": "Plain plants at the end of the run, and during it whenever a request fails.",
    "restsOn": [
      "created-status",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag",
      "requests-in-a-row",
      "answers-every-request",
      "survives-deep-nesting",
      "survives-cut-off-request"
    ]
  },
  {
    "id": "status-for-missing-credentials",
    "section": "5",
    "level": "open",
    "groups": [
      "refusals"
    ],
    "statement": "The specification doesn't show how the service answers missing credentials.",
    "check": "verify reports the statuses."
  },
  {
    "id": "status-for-invalid-token",
    "section": "5",
    "level": "open",
    "groups": [
      "refusals"
    ],
    "statement": "The specification doesn't show how the service answers an invalid token.",
    "check": "verify reports the statuses."
  },
  {
    "id": "status-for-invalid-body",
    "section": "7",
    "level": "open",
    "groups": [
      "refusals"
    ],
    "statement": "The specification doesn't show what leads to a 400, or which other statuses exist.",
    "check": "verify reports the statuses."
  },
  {
    "id": "status-for-stored-id",
    "section": "7",
    "level": "open",
    "groups": [
      "ids"
    ],
    "statement": "The specification doesn't show what happens if an id is already stored.",
    "check": "A plant sent twice, and another plant with its id. verify reports the answers, and whether a 200 has the stored plant."
  },
  {
    "id": "stored-id-at-once",
    "section": "7",
    "level": "open",
    "groups": [
      "ids"
    ],
    "statement": "The specification doesn't show what happens if several requests create one id at the same time.",
    "check": "The same id several times at once. verify reports how many requests succeed, and how many of them get another plant."
  },
  {
    "id": "text-limits",
    "section": "2",
    "level": "open",
    "statement": "The specification doesn't show length limits or patterns of name and tag.",
    "check": "Long, empty, and blank texts, control characters, and lone surrogates. verify reports which are refused."
  },
  {
    "id": "repeated-texts",
    "section": "2",
    "level": "open",
    "statement": "The specification doesn't show whether the names and tags of plants must be unique.",
    "check": "New plants whose name, whose tag, or both are already stored. verify reports which are refused."
  },
  {
    "id": "unknown-members",
    "section": "2, NewPlant",
    "level": "open",
    "statement": "The specification doesn't show whether a NewPlant may have other members.",
    "check": "Extra members, including __proto__ and constructor. verify reports the statuses."
  },
  {
    "id": "repeated-members",
    "section": "RFC 8259 section 4",
    "level": "open",
    "statement": "The standard doesn't define what a body with a repeated member means.",
    "check": "A second name, and a second id. verify reports the statuses."
  },
  {
    "id": "byte-order-mark",
    "section": "RFC 8259 section 8.1",
    "level": "open",
    "statement": "A service may accept or refuse a body that starts with a byte order mark.",
    "check": "A valid body after a byte order mark. verify reports the status."
  },
  {
    "id": "large-body",
    "section": "8",
    "level": "open",
    "statement": "The specification doesn't show limits on the size and the depth of a body.",
    "check": "A name of 1,100,000 letters, and 10,000 nested arrays in an extra member. verify reports the answers."
  },
  {
    "id": "other-methods",
    "section": "4",
    "level": "open",
    "statement": "The specification doesn't show other methods at /plants.",
    "check": "GET, HEAD, and OPTIONS, which change nothing. verify reports the statuses."
  },
  {
    "id": "other-paths",
    "section": "4",
    "level": "open",
    "statement": "The specification doesn't show other paths.",
    "check": "/plants/, /plants/1, and an unknown path. verify reports the statuses."
  },
  {
    "id": "rate-limit",
    "section": "8",
    "level": "open",
    "groups": [
      "answers"
    ],
    "statement": "The specification doesn't show whether the number of requests is limited. After a 429, or a 503 with Retry-After, verify waits and tries again.",
    "check": "verify reports how many answers asked it to wait."
  }
]
