// Made from contracts/rules.yaml by `npm run generate`: do not edit.
/** The id of a rule of the specification. */
export type RuleId =
  | 'created-is-200'
  | 'created-content-type'
  | 'created-is-json'
  | 'plant-has-name'
  | 'plant-echoes-name'
  | 'plant-echoes-tag'
  | 'omitted-tag-is-no-null'
  | 'omitted-tag-stays-out'
  | 'plant-has-no-id'
  | 'text-keeps-unicode'
  | 'text-keeps-white-space'
  | 'text-keeps-markup'
  | 'text-keeps-digits'
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
  | 'refuses-empty-body'
  | 'refuses-non-object'
  | 'refuses-malformed-json'
  | 'refuses-json-extensions'
  | 'refuses-truncated-body'
  | 'refuses-trailing-content'
  | 'refuses-body-not-utf8'
  | 'refuses-other-content-type'
  | 'refused-body-stores-nothing'
  | 'refusal-is-not-200'
  | 'refused-body-no-5xx'
  | 'error-content-type'
  | 'error-is-json'
  | 'error-has-error'
  | 'error-is-int32'
  | 'error-has-message'
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
  | 'accepts-charset-parameter'
  | 'content-type-in-any-case'
  | 'header-names-in-any-case'
  | 'needs-no-other-headers'
  | 'accepts-chunked-body'
  | 'accepts-body-in-pieces'
  | 'accepts-any-json-form'
  | 'answers-every-request'
  | 'requests-in-a-row'
  | 'requests-at-once'
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
  | 'random'

/** How much weight a rule has: stated or following from a standard, good practice, or left open by the specification. */
export type Level = 'must' | 'should' | 'open'

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
  "random": {
    "meaning": "Random requests can break the rule."
  }
}

/** All rules, in the order in which reports show them. */
export const rules: readonly Rule[] = [
  {
    "id": "created-is-200",
    "section": "4, rule 1",
    "level": "must",
    "groups": [
      "created",
      "texts",
      "random"
    ],
    "statement": "A valid NewPlant with valid credentials is answered 200, and with no other status of success.",
    "check": "Plants with plain names of letters, with a plain tag and without, with ids that fit in all that the backend takes."
  },
  {
    "id": "created-content-type",
    "section": "4, Responses",
    "level": "must",
    "groups": [
      "created"
    ],
    "statement": "The content type of a 200 is application/json; a parameter such as charset may follow.",
    "check": "The header Content-Type of every 200.",
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
    "statement": "The Plant of a 200 has a name, which is a string.",
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
    "statement": "The name in a 200 is the name that was sent, of this very request, letter by letter.",
    "check": "Plain names in small and capital letters.",
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
    "statement": "The tag in a 200 is the tag that was sent, a string, letter by letter; it is not left out.",
    "check": "Plants with plain tags in small and capital letters.",
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
    "statement": "Where no tag was sent, none comes back, or one that is a string; it is not null.",
    "check": "The body of every 200 to a plant without a tag."
  },
  {
    "id": "omitted-tag-stays-out",
    "section": "2, Plant",
    "level": "should",
    "groups": [
      "created"
    ],
    "statement": "Where no tag was sent, none comes back; it is not invented.",
    "check": "The body of every 200 to a plant without a tag."
  },
  {
    "id": "plant-has-no-id",
    "section": "4, rule 2",
    "level": "should",
    "groups": [
      "created",
      "ids"
    ],
    "statement": "A Plant has no id, so the body of a 200 does not repeat it.",
    "check": "The body of every 200."
  },
  {
    "id": "text-keeps-unicode",
    "section": "2, Plant; RFC 8259 section 8.1",
    "level": "must",
    "groups": [
      "texts",
      "random"
    ],
    "statement": "A name or tag with letters outside ASCII that is accepted comes back as it was sent, not transcribed or normalized.",
    "check": "Accents, umlauts, Cyrillic, Greek, Arabic, Chinese, combining letters in both forms, emoji beyond the basic plane, joined emoji, letters whose case is odd, spaces of other widths between letters, as UTF-8 and as escapes.",
    "restsOn": [
      "created-is-200",
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
      "texts",
      "random"
    ],
    "statement": "White space at the start, at the end and inside a name or tag that is accepted comes back as it was sent.",
    "check": "Spaces, double spaces, tabs and line ends around and between letters.",
    "restsOn": [
      "created-is-200",
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
      "texts",
      "random"
    ],
    "statement": "A name or tag with quotes, backslashes, markup, SQL or templates that is accepted comes back as it was sent, neither escaped nor stripped.",
    "check": "HTML, entities, quotes, backslashes, percent signs, SQL, shell and template syntax.",
    "restsOn": [
      "created-is-200",
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
      "texts",
      "random"
    ],
    "statement": "A name or tag that reads like a number or another value and is accepted comes back as the string that it is.",
    "check": "The texts 007, 1e3, 12345678901234567890, true, null, NaN, undefined and dates, as strings.",
    "restsOn": [
      "created-is-200",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag"
    ]
  },
  {
    "id": "text-keeps-length",
    "section": "2, Plant",
    "level": "must",
    "groups": [
      "texts"
    ],
    "statement": "A long name or tag that is accepted comes back whole.",
    "check": "Texts of 64 to 10,000 characters, and of 300 emoji.",
    "restsOn": [
      "created-is-200",
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
    "statement": "An empty or blank name or tag that is accepted comes back as it was sent.",
    "check": "The empty text and a single space as name and as tag.",
    "restsOn": [
      "created-is-200",
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
    "statement": "The id 0 is an int64 and is accepted.",
    "check": "The id 0, unless what comes back is what a stored id gets.",
    "restsOn": [
      "created-is-200"
    ]
  },
  {
    "id": "id-negative",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids"
    ],
    "statement": "Negative ids are int64 and are accepted.",
    "check": "-1 and random ids down to the edge of int32.",
    "restsOn": [
      "created-is-200"
    ]
  },
  {
    "id": "id-over-int32",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids"
    ],
    "statement": "Ids at and beyond the largest int32 and uint32 are accepted.",
    "check": "2147483647, 2147483648, 4294967295, 4294967296 and random ids from there to 2^53.",
    "restsOn": [
      "created-is-200"
    ]
  },
  {
    "id": "id-over-2-53",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids"
    ],
    "statement": "Ids at and beyond 2^53, which a JavaScript number cannot hold exactly, are accepted.",
    "check": "2^53-1, 2^53, 2^53+1 and random ids from there to 2^62.",
    "restsOn": [
      "created-is-200",
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
    "statement": "Ids up to the largest int64, 9223372036854775807, are accepted.",
    "check": "2^63-1 and random ids from 2^62 to just below it.",
    "restsOn": [
      "created-is-200",
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
    "statement": "Ids down to the smallest int64, -9223372036854775808, are accepted.",
    "check": "-2^63, and random ids below -2^31, below -2^53 and just above -2^63.",
    "restsOn": [
      "created-is-200",
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
    "statement": "Two ids that differ in their sign, in their last digit or beyond 32 bits alone are two plants, and both are created.",
    "check": "Pairs of random ids, one after the other.",
    "restsOn": [
      "created-is-200",
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
    "statement": "Two ids that differ only beyond the 53rd bit are two plants, and both are created.",
    "check": "Pairs of neighbours between 2^53 and 2^63, positive and negative, one after the other.",
    "restsOn": [
      "created-is-200",
      "id-over-int32",
      "id-over-2-53",
      "id-int64-max"
    ]
  },
  {
    "id": "id-with-zero-fraction",
    "section": "2, NewPlant; JSON Schema, integer",
    "level": "should",
    "groups": [
      "ids"
    ],
    "statement": "An id written with a fraction of zero or an exponent, as 7.0 or 7e0, is the integer 7 and is accepted.",
    "check": "Unused ids written as N.0, N.00 and with an exponent.",
    "restsOn": [
      "created-is-200"
    ]
  },
  {
    "id": "refuses-missing-id",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids",
      "refuses",
      "bodies",
      "random"
    ],
    "statement": "A body without id is refused.",
    "check": "A name alone, with a tag, and with an id under a name in other letters."
  },
  {
    "id": "refuses-missing-name",
    "section": "2, Plant",
    "level": "must",
    "groups": [
      "refuses",
      "bodies",
      "random"
    ],
    "statement": "A body without name is refused.",
    "check": "An id alone, with a tag, with a name under a name in other letters."
  },
  {
    "id": "refuses-id-of-wrong-type",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids",
      "refuses",
      "bodies",
      "random"
    ],
    "statement": "An id that is no number is refused; a string of digits is a string.",
    "check": "Strings of digits, empty and other strings, true, false, null, arrays and objects."
  },
  {
    "id": "refuses-fractional-id",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids",
      "refuses",
      "bodies",
      "random"
    ],
    "statement": "An id with a fraction is refused and neither rounded nor cut off.",
    "check": "1.5, -0.5, 1e-1, fractions of unused ids and such as a JavaScript number rounds to an integer."
  },
  {
    "id": "refuses-id-beyond-int64",
    "section": "2, NewPlant",
    "level": "must",
    "groups": [
      "ids",
      "refuses",
      "bodies",
      "random"
    ],
    "statement": "An id over 9223372036854775807 or under -9223372036854775808 is refused.",
    "check": "2^63, -2^63-1, 2^64, 1e19, 1e30 and 1e400."
  },
  {
    "id": "refuses-name-of-wrong-type",
    "section": "2, Plant",
    "level": "must",
    "groups": [
      "refuses",
      "bodies",
      "random"
    ],
    "statement": "A name that is no string is refused.",
    "check": "Numbers, true, false, null, arrays and objects."
  },
  {
    "id": "refuses-tag-of-wrong-type",
    "section": "2, Plant",
    "level": "must",
    "groups": [
      "refuses",
      "bodies",
      "random"
    ],
    "statement": "A tag that is there and no string is refused; null is no string.",
    "check": "Numbers, true, false, null, arrays and objects."
  },
  {
    "id": "refuses-empty-body",
    "section": "4, Request",
    "level": "must",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "A request without a body, or with white space for one, is refused.",
    "check": "No body at all, a Content-Length of 0, white space."
  },
  {
    "id": "refuses-non-object",
    "section": "4, Request",
    "level": "must",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "A body that is JSON but no object is refused.",
    "check": "null, true, numbers, strings, empty arrays, arrays of plants and a plant inside a string."
  },
  {
    "id": "refuses-malformed-json",
    "section": "4, Request; RFC 8259",
    "level": "must",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "A body that is not JSON is refused and not guessed at.",
    "check": "Commas and colons too few, two commas, escapes cut short, form fields, XML, YAML, words."
  },
  {
    "id": "refuses-json-extensions",
    "section": "4, Request; RFC 8259 section 9",
    "level": "should",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "A body that only readers of more than JSON take is refused; the standard lets them.",
    "check": "Commas at the end, single quotes, bare names, comments, NaN, Infinity, leading zeros and signs, hexadecimal, control characters in strings, escapes that are none."
  },
  {
    "id": "refuses-truncated-body",
    "section": "4, Request; RFC 8259",
    "level": "must",
    "groups": [
      "refuses",
      "bodies",
      "random"
    ],
    "statement": "A body that was cut off is refused, wherever it was cut.",
    "check": "A valid body cut after each of its parts, sent with the length that it then has."
  },
  {
    "id": "refuses-trailing-content",
    "section": "4, Request; RFC 8259",
    "level": "must",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "A valid NewPlant with anything but white space after it is refused.",
    "check": "A second object, a bracket, a word, a comma and an array behind a valid body."
  },
  {
    "id": "refuses-body-not-utf8",
    "section": "RFC 8259 section 8.1",
    "level": "should",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "A body whose bytes are not UTF-8 is refused.",
    "check": "Latin-1 letters, a cut-off sequence, an overlong one, a surrogate, and UTF-16."
  },
  {
    "id": "refuses-other-content-type",
    "section": "4, Request",
    "level": "should",
    "groups": [
      "refuses",
      "bodies"
    ],
    "statement": "A request whose content type is not application/json is refused.",
    "check": "text/plain, form fields, XML and no Content-Type, each with a valid NewPlant."
  },
  {
    "id": "refused-body-stores-nothing",
    "section": "4, rule 3",
    "level": "must",
    "groups": [
      "bodies"
    ],
    "statement": "A request that was refused for its body creates no plant, so that its id is still free.",
    "check": "A body with a wrong name or tag, then a valid one with the same id, which is created.",
    "restsOn": [
      "created-is-200",
      "refuses-missing-name",
      "refuses-name-of-wrong-type",
      "refuses-tag-of-wrong-type"
    ]
  },
  {
    "id": "refusal-is-not-200",
    "section": "4, Responses",
    "level": "must",
    "statement": "A refusal is told by its status; an Error does not come with a 200 or another status of success.",
    "check": "The bodies of all answers of success to requests that must be refused."
  },
  {
    "id": "refused-body-no-5xx",
    "section": "4, rule 3",
    "level": "must",
    "groups": [
      "bodies"
    ],
    "statement": "A body that the service does not take is the client's mistake and is never answered with a 5xx.",
    "check": "Every body that is not a valid NewPlant, from tables and made at random, and odd but valid ones."
  },
  {
    "id": "error-content-type",
    "section": "4, Responses",
    "level": "must",
    "groups": [
      "errors"
    ],
    "statement": "The content type of a 400 is application/json; a parameter such as charset may follow.",
    "check": "The header Content-Type of every 400.",
    "restsOn": [
      "error-is-json"
    ]
  },
  {
    "id": "error-is-json",
    "section": "4, Responses",
    "level": "must",
    "groups": [
      "errors"
    ],
    "statement": "The body of a 400 is one JSON object in UTF-8, and neither empty nor text nor a page.",
    "check": "The bytes of every 400, read strictly."
  },
  {
    "id": "error-has-error",
    "section": "2, Error",
    "level": "must",
    "groups": [
      "errors"
    ],
    "statement": "The Error of a 400 has a member error, which is an integer.",
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
      "errors"
    ],
    "statement": "The error of a 400 is in the range of int32, from -2147483648 to 2147483647.",
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
      "errors"
    ],
    "statement": "The Error of a 400 has a message, which is a string.",
    "check": "The body of every 400.",
    "restsOn": [
      "error-is-json"
    ]
  },
  {
    "id": "refusal-hides-internals",
    "section": "7; RFC 9110 section 17",
    "level": "should",
    "statement": "A refusal shows no stack trace of the service.",
    "check": "The bodies of all refusals, for the traces of common languages."
  },
  {
    "id": "refusal-hides-token",
    "section": "5; RFC 6750 section 5.3",
    "level": "should",
    "statement": "No answer repeats the token that was sent.",
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
    "statement": "A valid NewPlant without an Authorization header is not created.",
    "check": "No header, and an empty one."
  },
  {
    "id": "refuses-unissued-token",
    "section": "5",
    "level": "must",
    "groups": [
      "refuses",
      "credentials"
    ],
    "statement": "A well-formed token that nobody issued is refused.",
    "check": "Random tokens of several lengths and forms, and the one of --invalid-token."
  },
  {
    "id": "refuses-altered-token",
    "section": "5",
    "level": "must",
    "groups": [
      "refuses",
      "credentials"
    ],
    "statement": "A token that is only a part of a valid one, or that one with more, is refused.",
    "check": "The valid token without its last letter, its first half, and with a letter more.",
    "restsOn": [
      "refuses-unissued-token"
    ]
  },
  {
    "id": "refuses-token-in-other-case",
    "section": "5; RFC 6750 section 2.1",
    "level": "should",
    "groups": [
      "refuses",
      "credentials"
    ],
    "statement": "A valid token in the other case is another token and is refused, unless the form of tokens, which is not shown, is such that case is nothing to it.",
    "check": "The valid token with capitals for small letters and the other way round.",
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
    "statement": "The scheme Bearer with no token is refused.",
    "check": "Bearer alone and with spaces behind it."
  },
  {
    "id": "refuses-malformed-token",
    "section": "5; RFC 6750 section 2.1",
    "level": "must",
    "groups": [
      "refuses",
      "credentials"
    ],
    "statement": "A token with characters that no token has is refused.",
    "check": "The valid token in quotes, and random tokens with quotes, commas, brackets, letters outside ASCII, wildcards, patterns, and SQL.",
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
    "statement": "Only the scheme Bearer is taken; the valid token under another scheme, or without one, is refused.",
    "check": "Basic with the token as password, Token, Digest and made-up schemes with the valid token, the token alone, Bearer and token without a space."
  },
  {
    "id": "refused-credentials-no-5xx",
    "section": "5",
    "level": "must",
    "groups": [
      "credentials"
    ],
    "statement": "Missing or invalid credentials are never answered with a 5xx.",
    "check": "All wrong credentials, and very long ones."
  },
  {
    "id": "refused-credentials-store-nothing",
    "section": "5",
    "level": "must",
    "groups": [
      "credentials"
    ],
    "statement": "A request that was refused for its credentials creates no plant, so that its id is still free.",
    "check": "A valid plant without credentials and with a wrong token, then the same with the right one, which is created.",
    "restsOn": [
      "created-is-200",
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
    "statement": "A valid token followed by other text is refused.",
    "check": "The valid token with a word or a comma and a parameter behind it.",
    "restsOn": [
      "refuses-unissued-token"
    ]
  },
  {
    "id": "credentials-before-body",
    "section": "5",
    "level": "should",
    "groups": [
      "credentials"
    ],
    "statement": "Credentials are checked before the body is read, so that a wrong body is answered like a right one where they are wrong.",
    "check": "The status of wrong credentials with a valid body, an invalid one and one that is not JSON.",
    "restsOn": [
      "refuses-missing-credentials",
      "refuses-unissued-token"
    ]
  },
  {
    "id": "scheme-in-any-case",
    "section": "5; RFC 9110 section 11.1",
    "level": "should",
    "groups": [
      "credentials"
    ],
    "statement": "The scheme Bearer is taken in small and capital letters alike.",
    "check": "bearer and BEARER with the valid token.",
    "restsOn": [
      "created-is-200"
    ]
  },
  {
    "id": "challenge-on-401",
    "section": "5; RFC 9110 section 15.5.2",
    "level": "should",
    "statement": "A 401 has a WWW-Authenticate header that names the scheme Bearer.",
    "check": "Every 401."
  },
  {
    "id": "accepts-charset-parameter",
    "section": "4, Request; RFC 9110 section 8.3.1",
    "level": "must",
    "statement": "The content type application/json with a parameter charset=utf-8 is application/json and is accepted.",
    "check": "With a space before the parameter and without, in quotes.",
    "restsOn": [
      "created-is-200"
    ]
  },
  {
    "id": "content-type-in-any-case",
    "section": "4, Request; RFC 9110 section 8.3.1",
    "level": "should",
    "statement": "The content type application/json is taken in small and capital letters alike.",
    "check": "Application/JSON and APPLICATION/JSON with a valid NewPlant.",
    "restsOn": [
      "created-is-200"
    ]
  },
  {
    "id": "header-names-in-any-case",
    "section": "4; RFC 9110 section 5.1",
    "level": "must",
    "statement": "Names of headers are taken in small and capital letters alike.",
    "check": "All names in small letters, in capitals and mixed.",
    "restsOn": [
      "created-is-200"
    ]
  },
  {
    "id": "needs-no-other-headers",
    "section": "4, Request",
    "level": "must",
    "statement": "A request with Host, Authorization, Content-Type and the length of its body needs no other header.",
    "check": "Requests without Accept and User-Agent.",
    "restsOn": [
      "created-is-200"
    ]
  },
  {
    "id": "accepts-chunked-body",
    "section": "4; RFC 9112 section 7.1",
    "level": "must",
    "statement": "A body with Transfer-Encoding chunked is accepted like one with a Content-Length, or refused with a 411, but not misread.",
    "check": "Bodies in one chunk and in many; not where the service speaks HTTP/1.0.",
    "restsOn": [
      "created-is-200"
    ]
  },
  {
    "id": "accepts-body-in-pieces",
    "section": "4; RFC 9112 section 6",
    "level": "must",
    "statement": "A body that arrives piece by piece is put together whole, letters that are cut in two included.",
    "check": "Bodies sent in pieces with a pause between them, cut inside a letter of several bytes and inside a member.",
    "restsOn": [
      "created-is-200",
      "text-keeps-unicode"
    ]
  },
  {
    "id": "accepts-any-json-form",
    "section": "4, Request; RFC 8259",
    "level": "must",
    "statement": "A NewPlant is the same in whatever way its JSON is written.",
    "check": "White space between the parts, members in another order, letters and names of members written as escapes.",
    "restsOn": [
      "created-is-200",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag"
    ]
  },
  {
    "id": "answers-every-request",
    "section": "4, Responses; RFC 9112",
    "level": "must",
    "statement": "Every request gets one whole HTTP answer in time; no connection hangs, is dropped or carries something else.",
    "check": "All requests but those of the rules below, each with a limit of time."
  },
  {
    "id": "requests-in-a-row",
    "section": "4, rule 1",
    "level": "must",
    "statement": "Each of many requests in a row is answered like the first.",
    "check": "Plain plants one after the other over one connection.",
    "restsOn": [
      "created-is-200",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag"
    ]
  },
  {
    "id": "requests-at-once",
    "section": "4, rule 1",
    "level": "must",
    "statement": "Many requests at once are answered like one alone, each with its own plant.",
    "check": "Plain plants of different names over many connections at the same time.",
    "restsOn": [
      "created-is-200",
      "plant-has-name",
      "plant-echoes-name",
      "plant-echoes-tag",
      "requests-in-a-row"
    ]
  },
  {
    "id": "stored-id-no-5xx",
    "section": "4, rule 3",
    "level": "must",
    "groups": [
      "ids"
    ],
    "statement": "A plant whose id is stored is accepted or refused, but not answered with a 5xx or not at all, in a row and at once.",
    "check": "The same plant twice, another plant with its id, and the same id several times at once.",
    "restsOn": [
      "created-is-200"
    ]
  },
  {
    "id": "survives-deep-nesting",
    "section": "4, rule 3; RFC 8259 section 9",
    "level": "must",
    "statement": "A deeply nested body is answered, with no 5xx, and the service goes on.",
    "check": "10,000 brackets and braces, closed and not, alone, as a name and in a member that is not known.",
    "restsOn": [
      "created-is-200",
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
    "statement": "A client that goes away in the middle of a request does not disturb the next one.",
    "check": "Requests cut off in their headers and in their body, then a plain plant.",
    "restsOn": [
      "created-is-200",
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
    "statement": "After all that, the service still answers as at the start.",
    "check": "Plain plants at the end.",
    "restsOn": [
      "created-is-200",
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
    "statement": "How missing credentials are answered is not shown.",
    "check": "The statuses are told."
  },
  {
    "id": "status-for-invalid-token",
    "section": "5",
    "level": "open",
    "statement": "How an invalid token is answered is not shown.",
    "check": "The statuses are told."
  },
  {
    "id": "status-for-invalid-body",
    "section": "7",
    "level": "open",
    "statement": "Which conditions produce 400, and which other statuses there are, is not shown.",
    "check": "The statuses are told."
  },
  {
    "id": "status-for-stored-id",
    "section": "7",
    "level": "open",
    "groups": [
      "ids"
    ],
    "statement": "What happens where an id is stored already is not shown.",
    "check": "A plant sent twice, and another one with its id; what came is told."
  },
  {
    "id": "stored-id-at-once",
    "section": "7",
    "level": "open",
    "groups": [
      "ids"
    ],
    "statement": "Whether one id can be created twice at the same time is not shown.",
    "check": "The same id several times at once; how many were created is told."
  },
  {
    "id": "text-limits",
    "section": "2",
    "level": "open",
    "statement": "Length limits and patterns of name and tag are not shown.",
    "check": "Long, empty and blank texts, control characters and halves of surrogate pairs; which are refused is told."
  },
  {
    "id": "unknown-members",
    "section": "2, NewPlant",
    "level": "open",
    "statement": "Whether a NewPlant with members that are not listed is accepted is not shown.",
    "check": "Extra members, __proto__ and constructor among them; the statuses are told."
  },
  {
    "id": "repeated-members",
    "section": "RFC 8259 section 4",
    "level": "open",
    "statement": "What a body that has a member twice means is not defined.",
    "check": "A second name, and a second id; the statuses are told."
  },
  {
    "id": "byte-order-mark",
    "section": "RFC 8259 section 8.1",
    "level": "open",
    "statement": "A body with a byte order mark may be refused or accepted.",
    "check": "A valid body behind a mark; the status is told."
  },
  {
    "id": "large-body",
    "section": "8",
    "level": "open",
    "statement": "Limits of the size of a body are not shown.",
    "check": "A name of 1,100,000 letters; what came is told."
  },
  {
    "id": "other-methods",
    "section": "4",
    "level": "open",
    "statement": "Other methods at /plants are not shown.",
    "check": "GET, PUT, PATCH, DELETE, HEAD and OPTIONS; the statuses are told."
  },
  {
    "id": "other-paths",
    "section": "4",
    "level": "open",
    "statement": "Other paths are not shown.",
    "check": "/plants/, /plants/1 and an unknown path; the statuses are told."
  },
  {
    "id": "rate-limit",
    "section": "8",
    "level": "open",
    "statement": "Whether requests are limited in number is not shown; a 429, or a 503 with Retry-After, is waited for and tried again.",
    "check": "How many answers were 429 is told."
  }
]
