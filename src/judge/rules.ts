/** How bad it is if a service breaks a rule: `must` fails a run, `should` warns, `open` is a note; `protocol` is only tried on request. */
export type RuleLevel = 'must' | 'should' | 'protocol' | 'open'

/** What a service is judged by, whatever its description says. */
export interface Rule {
  id: RuleId
  level: RuleLevel
  /** What it is about; reports count rules by it. */
  group: RuleGroup
  statement: string
  /** How it is checked. */
  check: string
}

type RuleGroup = 'Responses' | 'Requests' | 'Credentials' | 'State' | 'Server'

/** Level, group, statement, and check of each rule, by its id. */
const table = {
  responds: ['must', 'Responses', 'Each request gets a complete response.', 'every request'],
  'no-server-error': ['must', 'Responses', 'No request gets a 5xx.', 'every request'],
  'documented-status': [
    'must',
    'Responses',
    'The status of a success is documented.',
    'every request that succeeds',
  ],
  'response-content-type': [
    'must',
    'Responses',
    'A response has a documented content type.',
    'responses with a documented body',
  ],
  'response-body-schema': [
    'must',
    'Responses',
    'The body of a response matches the schema of its status.',
    'responses with a documented body; bodies of rejections by the operation itself, too',
  ],
  'response-format': [
    'should',
    'Responses',
    'Emails, addresses, and names of hosts in a response have the documented format.',
    'responses with a documented body',
  ],
  'response-headers': [
    'must',
    'Responses',
    'Documented headers of a response match their schemas, and required ones are there.',
    'responses with documented headers',
  ],
  'optional-response-headers': [
    'open',
    'Responses',
    'Documented headers of a success are there.',
    'successes with documented headers that are not required',
  ],
  'error-body-schema': [
    'should',
    'Responses',
    'The body of a rejection before the operation matches the schema of its status.',
    'malformed bodies, other content types, and statuses that only `default` documents',
  ],
  'rejection-status': [
    'should',
    'Responses',
    'A rejection has a documented status, or one that is usual for its reason.',
    'every request that is rejected',
  ],
  'accepts-valid-request': [
    'must',
    'Requests',
    'A valid request is accepted.',
    'a request with the documented example, or with a value of the schema',
  ],
  'accepts-valid-body': [
    'must',
    'Requests',
    'A body next to a limit of its schema is accepted.',
    'for each keyword of each schema node the values just inside, only required properties, and random bodies',
  ],
  'accepts-valid-parameter': [
    'must',
    'Requests',
    'A parameter next to a limit of its schema is accepted.',
    'each optional parameter alone, and for each keyword the values just inside',
  ],
  'rejects-invalid-body': [
    'must',
    'Requests',
    'A body that breaks its schema is rejected with a 4xx.',
    'for each keyword of each schema node the values just outside, each with one cause',
  ],
  'rejects-null': [
    'should',
    'Requests',
    'null in place of an optional property that may not be null is rejected.',
    'null for each optional property',
  ],
  'rejects-invalid-format': [
    'should',
    'Requests',
    'A string without its documented format is rejected.',
    'a string without the format for each of them',
  ],
  'rejects-missing-body': ['must', 'Requests', 'A required body is required.', 'no body'],
  'rejects-invalid-parameter': [
    'must',
    'Requests',
    'A parameter that breaks its schema is rejected with a 4xx.',
    'for each keyword the values just outside that no reading of the text makes valid',
  ],
  'rejects-lenient-parameter': [
    'open',
    'Requests',
    'A parameter that only a lenient reading accepts is rejected.',
    'fractions for integers, and other words for booleans',
  ],
  'rejects-large-page': [
    'should',
    'Requests',
    'A limit of a page over its maximum is rejected.',
    'one more than the maximum',
  ],
  'white-space-comes-back': [
    'should',
    'State',
    'White space around a string comes back.',
    'strings that begin and end with a space',
  ],
  'idempotency-key': [
    'must',
    'State',
    'The same request with the same Idempotency-Key creates nothing again, and the key is only for that.',
    'the same creation twice, and at once; another body; a rejected one first',
  ],
  'if-match': [
    'must',
    'State',
    'A change whose If-Match is not the ETag of the record is rejected and changes nothing; with its ETag, it is not.',
    'changes and removals that have the parameter If-Match, with another entity tag and with that of the record',
  ],
  'action-is-stored': [
    'must',
    'State',
    'A record in the response to an action is stored.',
    'the response to an action on a record, and the record as it is read',
  ],
  'created-at-stays': [
    'must',
    'State',
    'A change keeps the time of creation.',
    'the time before and after a change',
  ],
  'merge-removes': [
    'must',
    'State',
    'null in a merge patch removes a property (RFC 7396).',
    'null for each property that may be null',
  ],
  'rejects-missing-parameter': [
    'must',
    'Requests',
    'A required parameter is required.',
    'each required parameter of a query, header, or cookie left out',
  ],
  'malformed-body': [
    'must',
    'Server',
    'A body that is not JSON is rejected with a 4xx.',
    'a JSON body that is cut off, and one with more after its end',
  ],
  'unsupported-media-type': [
    'should',
    'Server',
    'A content type that is not documented is rejected.',
    'a valid body as another content type',
  ],
  'unknown-path': ['must', 'Server', 'A path that is not documented is rejected.', 'GET of an unknown path'],
  'undocumented-method': [
    'should',
    'Server',
    'A method that a path does not have is rejected.',
    'one such method for each path',
  ],
  'head-like-get': [
    'must',
    'Server',
    'HEAD has the status of GET and no body, if it is accepted.',
    'GET and HEAD of the same address',
  ],
  'requires-credentials': [
    'must',
    'Credentials',
    'A request without credentials is rejected.',
    'each operation with required credentials without them; one also with empty ones and with others',
  ],
  'rejects-invalid-credentials': [
    'must',
    'Credentials',
    'A request with wrong credentials is rejected.',
    'each operation with a wrong credential; one also with parts of the valid one',
  ],
  'credentials-elsewhere': [
    'should',
    'Credentials',
    'A credential is accepted only in the place that the description names.',
    'the key of a header in the query',
  ],
  'scheme-in-any-case': [
    'should',
    'Credentials',
    'The scheme of credentials may be in lower case (RFC 9110 section 11.1).',
    'bearer in lower case',
  ],
  'changes-at-once': [
    'must',
    'State',
    'Of changes of different properties at once, none is lost.',
    'two changes at once, and the record as it is read',
  ],
  challenge: [
    'should',
    'Credentials',
    'A 401 to a request without credentials of HTTP has a challenge (RFC 9110 section 11.6.1).',
    'each 401 of operations with bearer or basic credentials',
  ],
  'created-is-readable': ['must', 'State', 'What was created can be read.', 'creating and reading a record'],
  'location-is-readable': [
    'must',
    'State',
    'The Location of a creation leads to the record.',
    'reading the Location of a created record',
  ],
  'created-is-listed': ['must', 'State', 'What was created is listed.', 'creating a record, and the list'],
  'listed-is-readable': [
    'must',
    'State',
    'What is listed can be read.',
    'reading the first records of a list',
  ],
  'created-once': ['must', 'State', 'One creation creates one record.', 'creating a record, and the list'],
  'sent-comes-back': [
    'must',
    'State',
    'What a client sends comes back as it was sent.',
    'comparing each property that was sent with the response, and with the record as it is read and listed',
  ],
  'integers-come-back': [
    'must',
    'State',
    'Integers come back exactly.',
    'integers next to the limits of their format, as sent and as returned',
  ],
  'strings-come-back': [
    'must',
    'State',
    'Strings come back as they were written.',
    'strings with letters of many scripts, emoji, quotes, and markup',
  ],
  'keys-differ': ['must', 'State', 'Two creations give two keys.', 'two creations one after the other'],
  'keys-differ-at-once': [
    'must',
    'State',
    'Creations at once give different keys.',
    'five creations at once',
  ],
  'created-at-once': [
    'must',
    'State',
    'No record is lost if several are created at once.',
    'five creations at once, each read afterwards',
  ],
  'key-of-service': [
    'should',
    'State',
    'A client cannot choose a property that only the service sets.',
    'creations and changes that send readOnly properties',
  ],
  'duplicate-key': [
    'must',
    'State',
    'A key, or something else that has to be unique, is rejected if it is taken and the description says so.',
    'creating a record twice, also at once, and changing one to be like another, if a 409 is documented',
  ],
  'rejects-in-state': [
    'must',
    'State',
    'What the description of a 409 rejects in a state of a record is rejected.',
    'changes, actions, and removals of a record after an action that brings it into that state; removals of one that others refer to',
  ],
  'default-is-used': [
    'must',
    'State',
    'A property that was left out comes back with its default, if it comes back.',
    'creations and replacements without properties that have a default',
  ],
  'default-comes-back': [
    'should',
    'State',
    'A property with a default comes back if it was left out.',
    'creations without properties that have a default',
  ],
  'replace-replaces': [
    'must',
    'State',
    'A replacement is what is stored afterwards.',
    'replacing a record and reading it',
  ],
  'replace-removes': [
    'should',
    'State',
    'A replacement does not keep properties that it leaves out.',
    'replacing a record with only what is required',
  ],
  'merge-changes': [
    'must',
    'State',
    'A change of one property is stored.',
    'changing one property and reading the record',
  ],
  'merge-keeps-rest': [
    'must',
    'State',
    'A change of one property keeps the others.',
    'changing one property and reading the record',
  ],
  'change-is-listed': [
    'must',
    'State',
    'The list shows a record as it was changed.',
    'changing a record, and the list',
  ],
  'changes-only-its-record': [
    'must',
    'State',
    'Changing or removing a record leaves others as they were.',
    'two records: one is changed, and then removed',
  ],
  'removed-is-gone': ['must', 'State', 'A removed record cannot be read.', 'removing and reading a record'],
  'removed-is-unlisted': [
    'must',
    'State',
    'A removed record is not listed.',
    'removing a record, and the list',
  ],
  'removed-again': [
    'must',
    'State',
    'Removing a record again is rejected, or changes nothing.',
    'removing a record twice',
  ],
  'unknown-key': [
    'must',
    'State',
    'A key that no record has is rejected with a 4xx.',
    'each operation on a record, with a key of a removed record or a made-up one',
  ],
  'unknown-parent': [
    'must',
    'State',
    'A parent that does not exist is rejected with a 4xx.',
    'each operation below a record, with a made-up one; reading below one that is removed',
  ],
  'rejected-changes-nothing': [
    'must',
    'State',
    'A rejected request changes nothing.',
    'a record before and after rejected changes, and the list after rejected creations',
  ],
  'read-changes-nothing': ['must', 'State', 'Reading a record does not change it.', 'reading a record twice'],
  'child-of-its-parent': [
    'must',
    'State',
    'A record is not reachable below another parent.',
    'reading, changing, and listing a record below another parent',
  ],
  'list-keeps-limit': [
    'must',
    'State',
    'A page has no more records than its limit.',
    'a list with more records than the limit',
  ],
  'pages-make-list': [
    'must',
    'State',
    'Pages together have each record once.',
    'five records, and pages of two',
  ],
  'total-counts': [
    'must',
    'State',
    'The total of a list counts its records.',
    'the total before and after a creation',
  ],
  'filter-filters': [
    'must',
    'State',
    'A filter keeps the records that match, and no others.',
    'two records with different values, and the list filtered by one',
  ],
  'list-is-sorted': [
    'must',
    'State',
    'A list is in the order that its parameter asks for.',
    'each documented value of a parameter such as sort that names a property',
  ],
  'json-extensions': [
    'should',
    'Server',
    'What only some parsers read besides JSON is rejected (RFC 8259).',
    'comments, other quotes, numbers that begin with zeros, invalid escapes, and the like',
  ],
  'json-forms': [
    'must',
    'Server',
    'JSON is read in every form (RFC 8259).',
    'white space, escapes, and properties in another order',
  ],
  'deep-nesting': ['should', 'Server', 'A deeply nested body gets a response.', '10,000 brackets'],
  'not-utf8': [
    'protocol',
    'Server',
    'JSON that is not UTF-8 is rejected (RFC 8259 section 8.1).',
    'a string in Latin-1',
  ],
  'charset-parameter': [
    'must',
    'Server',
    'A content type may have a charset.',
    'the charset in three spellings',
  ],
  'content-type-case': [
    'protocol',
    'Server',
    'A content type may be in any case (RFC 9110 section 8.3.1).',
    'the content type in upper case, and with capitals',
  ],
  'client-headers': [
    'must',
    'Server',
    'A request succeeds whatever else usual clients send, and do not send.',
    'the headers of browsers, libraries, gateways, and tracers; neither Accept nor User-Agent; a body that waits for a 100',
  ],
  'chunked-body': [
    'should',
    'Server',
    'A chunked body is read (RFC 9112 section 7.1).',
    'chunks of 1,000 bytes, 20, and 1',
  ],
  'body-in-pieces': [
    'must',
    'Server',
    'A request is read that comes in pieces.',
    'a head and a body in five pieces',
  ],
  'header-forms': [
    'protocol',
    'Server',
    'Headers are read in every form (RFC 9112 section 5).',
    'names in other cases, and other white space',
  ],
  'chunk-forms': [
    'protocol',
    'Server',
    'Chunks are read in every form (RFC 9112 section 7.1).',
    'extensions, trailers, zeros, and other cases',
  ],
  'malformed-head': [
    'protocol',
    'Server',
    'A malformed head is rejected (RFC 9112 section 5.1).',
    'no Host, and spaces before colons',
  ],
  'invalid-framing': [
    'protocol',
    'Server',
    'A body whose end is unclear is rejected (RFC 9112 section 6.3).',
    'wrong lengths, chunks, and codings; requests in bodies',
  ],
  'response-follows-http': [
    'protocol',
    'Responses',
    'Responses follow RFC 9110.',
    'Date, Allow, challenges, and the ends of responses',
  ],
  'challenge-error': [
    'protocol',
    'Credentials',
    'A challenge has error="invalid_token" if a token was sent, and no error otherwise (RFC 6750 section 3).',
    'each 401 of bearer credentials',
  ],
  'text-after-credential': [
    'should',
    'Credentials',
    'Text after a token is rejected (RFC 6750 section 2.1).',
    'the token, a space, and more',
  ],
  'creates-nothing-elsewhere': [
    'must',
    'Server',
    'A path or method that is not documented creates nothing.',
    'creations on paths that do not exist',
  ],
  'keys-apart': [
    'must',
    'State',
    'Keys that differ are those of different records.',
    'keys that differ only in their sign, in high bits, or in a digit that a double cannot hold',
  ],
  'taken-key': [
    'must',
    'State',
    'A key that is taken leads to no other record.',
    'a key that is taken, one after another and at once',
  ],
  'requests-in-a-row': [
    'must',
    'Server',
    'Requests that follow each other are all handled alike.',
    '30 requests on one connection; valid ones after rejected ones',
  ],
  'requests-at-once': [
    'must',
    'Server',
    'Requests at once are all handled alike.',
    'plain requests at once, each with its own values',
  ],
  'cut-off-request': [
    'must',
    'Server',
    'A client that disconnects in the middle of a request harms no other one.',
    'requests that are cut off in their body, and a plain one after them',
  ],
  'still-responds': [
    'must',
    'Server',
    'After all requests, the service still responds as before.',
    'a plain request at the end',
  ],
  'idle-connections': [
    'protocol',
    'Server',
    'Connections that wait block no other ones.',
    'a plain request while eight connections are idle, and two wait for their rest',
  ],
  'hides-internals': [
    'should',
    'Responses',
    'A rejection shows nothing of the inside of the service, nor what others sent.',
    'stack traces and names of files, and strings of other requests, in each rejection',
  ],
  'hides-credentials': [
    'should',
    'Responses',
    'A response does not repeat the credentials.',
    'each response',
  ],
  'left-out-stays-out': [
    'should',
    'State',
    'A property that was left out does not come back with a value of its own.',
    'creations without optional properties',
  ],
  'undescribed-properties': [
    'should',
    'Responses',
    'A response repeats no property that its schema leaves out.',
    'properties that only the request describes',
  ],
  'accepts-any-string': [
    'should',
    'Requests',
    'A string is accepted whatever is written in it.',
    'strings of other scripts, markup, code, and control characters, and long ones',
  ],
  'private-records': [
    'must',
    'State',
    'The records of one user are not those of another.',
    'reading, changing, removing, and listing with the other token, if the description has a 403 or 404 for it',
  ],
} as const

/** The id of a rule. */
export type RuleId = keyof typeof table

/** The ids that rules had before version 3, which baselines and options may still have. */
const formerIds: Readonly<Record<string, RuleId>> = {
  'created-status': 'documented-status',
  'omitted-tag-stays-out': 'left-out-stays-out',
  'plant-has-no-id': 'undescribed-properties',
  'text-keeps-white-space': 'white-space-comes-back',
  'ids-differ': 'keys-apart',
  'stored-id-no-5xx': 'taken-key',
  'refuses-null-tag': 'rejects-null',
  'refuses-empty-body': 'rejects-missing-body',
  'refuses-malformed-json': 'malformed-body',
  'refuses-json-extensions': 'json-extensions',
  'refuses-body-not-utf8': 'not-utf8',
  'refuses-other-content-type': 'unsupported-media-type',
  'refused-body-stores-nothing': 'rejected-changes-nothing',
  'refusal-hides-internals': 'hides-internals',
  'refusal-hides-token': 'hides-credentials',
  'refuses-missing-credentials': 'requires-credentials',
  'refuses-unissued-token': 'rejects-invalid-credentials',
  'refuses-text-after-token': 'text-after-credential',
  'challenge-on-401': 'challenge',
  'challenge-with-error': 'challenge-error',
  'accepts-charset-parameter': 'charset-parameter',
  'content-type-in-any-case': 'content-type-case',
  'headers-in-any-form': 'header-forms',
  'needs-no-other-headers': 'client-headers',
  'accepts-chunked-body': 'chunked-body',
  'accepts-chunks-in-any-form': 'chunk-forms',
  'refuses-invalid-framing': 'invalid-framing',
  'refuses-malformed-head': 'malformed-head',
  'answer-follows-http': 'response-follows-http',
  'accepts-body-in-pieces': 'body-in-pieces',
  'accepts-any-json-form': 'json-forms',
  'answers-every-request': 'responds',
  'answers-beside-idle-connections': 'idle-connections',
  'survives-deep-nesting': 'deep-nesting',
  'survives-cut-off-request': 'cut-off-request',
  'still-answers': 'still-responds',
}

/** All rules. */
export const rules: readonly Rule[] = Object.entries<
  readonly [RuleLevel, RuleGroup, statement: string, check: string]
>(table).map(([id, [level, group, statement, check]]) => ({
  id: id as RuleId,
  level,
  group,
  statement,
  check,
}))

const byId = new Map(rules.map((rule) => [rule.id as string, rule]))

export const getRule = (id: RuleId): Rule => byId.get(id) as Rule

/** Returns the id that a rule has today; a text that was never one stays as it is. */
export const toCurrentId = <Id extends string>(id: Id): Id =>
  (Object.hasOwn(formerIds, id) ? formerIds[id] : id) as Id

/** Says whether a text is the id of a rule, or was one. */
export const isRuleId = (id: string): id is RuleId => byId.has(toCurrentId(id))
