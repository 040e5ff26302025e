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

const table = {
  responds: {
    level: 'must',
    group: 'Responses',
    statement: 'Each request gets a complete response.',
    check: 'every request',
  },
  'no-server-error': {
    level: 'must',
    group: 'Responses',
    statement: 'No request gets a 5xx.',
    check: 'every request',
  },
  'documented-status': {
    level: 'must',
    group: 'Responses',
    statement: 'The status of a success is documented.',
    check: 'every request that succeeds',
  },
  'response-content-type': {
    level: 'must',
    group: 'Responses',
    statement: 'A response has a documented content type.',
    check: 'responses with a documented body',
  },
  'response-body-schema': {
    level: 'must',
    group: 'Responses',
    statement: 'The body of a response matches the schema of its status.',
    check: 'responses with a documented body; bodies of rejections by the operation itself, too',
  },
  'response-format': {
    level: 'should',
    group: 'Responses',
    statement: 'Emails, addresses, and names of hosts in a response have the documented format.',
    check: 'responses with a documented body',
  },
  'response-headers': {
    level: 'must',
    group: 'Responses',
    statement: 'Documented headers of a response match their schemas, and required ones are there.',
    check: 'responses with documented headers',
  },
  'optional-response-headers': {
    level: 'open',
    group: 'Responses',
    statement: 'Documented headers of a success are there.',
    check: 'successes with documented headers that are not required',
  },
  'error-body-schema': {
    level: 'should',
    group: 'Responses',
    statement: 'The body of a rejection before the operation matches the schema of its status.',
    check: 'malformed bodies, other content types, and statuses that only `default` documents',
  },
  'rejection-status': {
    level: 'should',
    group: 'Responses',
    statement: 'A rejection has a documented status, or one that is usual for its reason.',
    check: 'every request that is rejected',
  },
  'accepts-valid-request': {
    level: 'must',
    group: 'Requests',
    statement: 'A valid request is accepted.',
    check: 'a request with the documented example, or with a value of the schema',
  },
  'accepts-valid-body': {
    level: 'must',
    group: 'Requests',
    statement: 'A body next to a limit of its schema is accepted.',
    check:
      'for each keyword of each schema node the values just inside, only required properties, and random bodies',
  },
  'accepts-valid-parameter': {
    level: 'must',
    group: 'Requests',
    statement: 'A parameter next to a limit of its schema is accepted.',
    check: 'each optional parameter alone, and for each keyword the values just inside',
  },
  'rejects-invalid-body': {
    level: 'must',
    group: 'Requests',
    statement: 'A body that breaks its schema is rejected with a 4xx.',
    check: 'for each keyword of each schema node the values just outside, each with one cause',
  },
  'rejects-null': {
    level: 'should',
    group: 'Requests',
    statement: 'null in place of an optional property that may not be null is rejected.',
    check: 'null for each optional property',
  },
  'rejects-invalid-format': {
    level: 'should',
    group: 'Requests',
    statement: 'A string without its documented format is rejected.',
    check: 'a string without the format for each of them',
  },
  'rejects-missing-body': {
    level: 'must',
    group: 'Requests',
    statement: 'A required body is required.',
    check: 'no body',
  },
  'rejects-invalid-parameter': {
    level: 'must',
    group: 'Requests',
    statement: 'A parameter that breaks its schema is rejected with a 4xx.',
    check: 'for each keyword the values just outside that no reading of the text makes valid',
  },
  'rejects-lenient-parameter': {
    level: 'open',
    group: 'Requests',
    statement: 'A parameter that only a lenient reading accepts is rejected.',
    check: 'fractions for integers, and other words for booleans',
  },
  'rejects-large-page': {
    level: 'should',
    group: 'Requests',
    statement: 'A limit of a page over its maximum is rejected.',
    check: 'one more than the maximum',
  },
  'white-space-comes-back': {
    level: 'should',
    group: 'State',
    statement: 'White space around a string comes back.',
    check: 'strings that begin and end with a space',
  },
  'idempotency-key': {
    level: 'must',
    group: 'State',
    statement:
      'The same request with the same Idempotency-Key creates nothing again, and the key is only for that.',
    check: 'the same creation twice, and at once; another body; a rejected one first',
  },
  'if-match': {
    level: 'must',
    group: 'State',
    statement:
      'A change whose If-Match is not the ETag of the record is rejected and changes nothing; with its ETag, it is not.',
    check:
      'changes and removals that have the parameter If-Match, with another entity tag and with that of the record',
  },
  'action-is-stored': {
    level: 'must',
    group: 'State',
    statement: 'A record in the response to an action is stored.',
    check: 'the response to an action on a record, and the record as it is read',
  },
  'created-at-stays': {
    level: 'must',
    group: 'State',
    statement: 'A change keeps the time of creation.',
    check: 'the time before and after a change',
  },
  'change-sets-time': {
    level: 'must',
    group: 'State',
    statement: 'A change sets the time of the last change.',
    check: 'the time before and after a change, some time after the creation',
  },
  'merge-removes': {
    level: 'must',
    group: 'State',
    statement: 'null in a merge patch removes a property (RFC 7396).',
    check: 'null for each property that may be null',
  },
  'rejects-missing-parameter': {
    level: 'must',
    group: 'Requests',
    statement: 'A required parameter is required.',
    check: 'each required parameter of a query, header, or cookie left out',
  },
  'malformed-body': {
    level: 'must',
    group: 'Server',
    statement: 'A body that is not JSON is rejected with a 4xx.',
    check: 'a JSON body that is cut off, and one with more after its end',
  },
  'unsupported-media-type': {
    level: 'should',
    group: 'Server',
    statement: 'A content type that is not documented is rejected.',
    check: 'a valid body as another content type',
  },
  'unknown-path': {
    level: 'must',
    group: 'Server',
    statement: 'A path that is not documented is rejected.',
    check: 'GET of an unknown path',
  },
  'undocumented-method': {
    level: 'should',
    group: 'Server',
    statement: 'A method that a path does not have is rejected.',
    check: 'one such method for each path',
  },
  'head-like-get': {
    level: 'must',
    group: 'Server',
    statement: 'HEAD has the status of GET and no body, if it is accepted.',
    check: 'GET and HEAD of the same address',
  },
  'requires-credentials': {
    level: 'must',
    group: 'Credentials',
    statement: 'A request without credentials is rejected.',
    check: 'each operation with required credentials without them; one also with empty ones and with others',
  },
  'rejects-invalid-credentials': {
    level: 'must',
    group: 'Credentials',
    statement: 'A request with wrong credentials is rejected.',
    check: 'each operation with a wrong credential; one also with parts of the valid one',
  },
  'credentials-elsewhere': {
    level: 'should',
    group: 'Credentials',
    statement: 'A credential is accepted only in the place that the description names.',
    check: 'the key of a header in the query',
  },
  'scheme-in-any-case': {
    level: 'should',
    group: 'Credentials',
    statement: 'The scheme of credentials may be in lower case (RFC 9110 section 11.1).',
    check: 'bearer in lower case',
  },
  'changes-at-once': {
    level: 'must',
    group: 'State',
    statement: 'Of changes of different properties at once, none is lost.',
    check: 'two changes at once, and the record as it is read',
  },
  challenge: {
    level: 'should',
    group: 'Credentials',
    statement: 'A 401 to a request without credentials of HTTP has a challenge (RFC 9110 section 11.6.1).',
    check: 'each 401 of operations with bearer or basic credentials',
  },
  'created-is-readable': {
    level: 'must',
    group: 'State',
    statement: 'What was created can be read.',
    check: 'creating and reading a record',
  },
  'location-is-readable': {
    level: 'must',
    group: 'State',
    statement: 'The Location of a creation leads to the record.',
    check: 'reading the Location of a created record',
  },
  'created-is-listed': {
    level: 'must',
    group: 'State',
    statement: 'What was created is listed.',
    check: 'creating a record, and the list',
  },
  'listed-is-readable': {
    level: 'must',
    group: 'State',
    statement: 'What is listed can be read.',
    check: 'reading the first records of a list',
  },
  'created-once': {
    level: 'must',
    group: 'State',
    statement: 'One creation creates one record.',
    check: 'creating a record, and the list',
  },
  'sent-comes-back': {
    level: 'must',
    group: 'State',
    statement: 'What a client sends comes back as it was sent.',
    check:
      'comparing each property that was sent with the response, and with the record as it is read and listed',
  },
  'integers-come-back': {
    level: 'must',
    group: 'State',
    statement: 'Integers come back exactly.',
    check: 'integers next to the limits of their format, as sent and as returned',
  },
  'strings-come-back': {
    level: 'must',
    group: 'State',
    statement: 'Strings come back as they were written.',
    check: 'strings with letters of many scripts, emoji, quotes, and markup',
  },
  'keys-differ': {
    level: 'must',
    group: 'State',
    statement: 'Two creations give two keys.',
    check: 'two creations one after the other',
  },
  'keys-differ-at-once': {
    level: 'must',
    group: 'State',
    statement: 'Creations at once give different keys.',
    check: 'five creations at once',
  },
  'created-at-once': {
    level: 'must',
    group: 'State',
    statement: 'No record is lost if several are created at once.',
    check: 'five creations at once, each read afterwards',
  },
  'key-of-service': {
    level: 'should',
    group: 'State',
    statement: 'A client cannot choose a property that only the service sets.',
    check: 'creations and changes that send readOnly properties',
  },
  'duplicate-key': {
    level: 'must',
    group: 'State',
    statement:
      'A key, or something else that has to be unique, is rejected if it is taken and the description says so.',
    check:
      'creating a record twice, also at once, and changing one to be like another, if a 409 is documented',
  },
  'rejects-in-state': {
    level: 'must',
    group: 'State',
    statement: 'What the description of a 409 rejects in a state of a record is rejected.',
    check:
      'changes, actions, and removals of a record after an action that brings it into that state; removals of one that others refer to',
  },
  'default-is-used': {
    level: 'must',
    group: 'State',
    statement: 'A property that was left out comes back with its default, if it comes back.',
    check: 'creations and replacements without properties that have a default',
  },
  'default-comes-back': {
    level: 'should',
    group: 'State',
    statement: 'A property with a default comes back if it was left out.',
    check: 'creations without properties that have a default',
  },
  'replace-replaces': {
    level: 'must',
    group: 'State',
    statement: 'A replacement is what is stored afterwards.',
    check: 'replacing a record and reading it',
  },
  'replace-removes': {
    level: 'should',
    group: 'State',
    statement: 'A replacement does not keep properties that it leaves out.',
    check: 'replacing a record with only what is required',
  },
  'merge-changes': {
    level: 'must',
    group: 'State',
    statement: 'A change of one property is stored.',
    check: 'changing one property and reading the record',
  },
  'merge-keeps-rest': {
    level: 'must',
    group: 'State',
    statement: 'A change of one property keeps the others.',
    check: 'changing one property and reading the record',
  },
  'change-is-listed': {
    level: 'must',
    group: 'State',
    statement: 'The list shows a record as it was changed.',
    check: 'changing a record, and the list',
  },
  'changes-only-its-record': {
    level: 'must',
    group: 'State',
    statement: 'Changing or removing a record leaves others as they were.',
    check: 'two records: one is changed, and then removed',
  },
  'removed-is-gone': {
    level: 'must',
    group: 'State',
    statement: 'A removed record cannot be read.',
    check: 'removing and reading a record',
  },
  'removed-is-unlisted': {
    level: 'must',
    group: 'State',
    statement: 'A removed record is not listed.',
    check: 'removing a record, and the list',
  },
  'removed-again': {
    level: 'must',
    group: 'State',
    statement: 'Removing a record again is rejected, or changes nothing.',
    check: 'removing a record twice',
  },
  'unknown-key': {
    level: 'must',
    group: 'State',
    statement: 'A key that no record has is rejected with a 4xx.',
    check: 'each operation on a record, with a key of a removed record or a made-up one',
  },
  'unknown-parent': {
    level: 'must',
    group: 'State',
    statement: 'A parent that does not exist is rejected with a 4xx.',
    check: 'each operation below a record, with a made-up one; reading below one that is removed',
  },
  'unknown-reference': {
    level: 'must',
    group: 'State',
    statement:
      'A reference to a record that does not exist is rejected, if the description says that it has to exist.',
    check: 'a made-up key in each property that has the key of another record',
  },
  'rejected-changes-nothing': {
    level: 'must',
    group: 'State',
    statement: 'A rejected request changes nothing.',
    check: 'a record before and after rejected changes, and the list after rejected creations',
  },
  'read-changes-nothing': {
    level: 'must',
    group: 'State',
    statement: 'Reading a record does not change it.',
    check: 'reading a record twice',
  },
  'child-of-its-parent': {
    level: 'must',
    group: 'State',
    statement: 'A record is not reachable below another parent.',
    check: 'reading, changing, and listing a record below another parent',
  },
  'list-keeps-limit': {
    level: 'must',
    group: 'State',
    statement: 'A page has no more records than its limit.',
    check: 'a list with more records than the limit',
  },
  'pages-make-list': {
    level: 'must',
    group: 'State',
    statement: 'Pages together have each record once.',
    check: 'five records, and pages of two',
  },
  'total-counts': {
    level: 'must',
    group: 'State',
    statement: 'The total of a list counts its records.',
    check: 'the total before and after a creation',
  },
  'filter-filters': {
    level: 'must',
    group: 'State',
    statement: 'A filter keeps the records that match, and no others.',
    check: 'two records with different values, and the list filtered by one',
  },
  'list-is-sorted': {
    level: 'must',
    group: 'State',
    statement: 'A list is in the order that its parameter asks for, or that its description says.',
    check:
      'each documented value of a parameter such as sort that names a property; records of different times without it',
  },
  'json-extensions': {
    level: 'should',
    group: 'Server',
    statement: 'What only some parsers read besides JSON is rejected (RFC 8259).',
    check: 'comments, other quotes, numbers that begin with zeros, invalid escapes, and the like',
  },
  'json-forms': {
    level: 'must',
    group: 'Server',
    statement: 'JSON is read in every form (RFC 8259).',
    check: 'white space, escapes, and properties in another order',
  },
  'deep-nesting': {
    level: 'should',
    group: 'Server',
    statement: 'A deeply nested body gets a response.',
    check: '10,000 brackets',
  },
  'not-utf8': {
    level: 'protocol',
    group: 'Server',
    statement: 'JSON that is not UTF-8 is rejected (RFC 8259 section 8.1).',
    check: 'a string in Latin-1',
  },
  'charset-parameter': {
    level: 'must',
    group: 'Server',
    statement: 'A content type may have a charset.',
    check: 'the charset in three spellings',
  },
  'content-type-case': {
    level: 'protocol',
    group: 'Server',
    statement: 'A content type may be in any case (RFC 9110 section 8.3.1).',
    check: 'the content type in upper case, and with capitals',
  },
  'client-headers': {
    level: 'must',
    group: 'Server',
    statement: 'A request succeeds whatever else usual clients send, and do not send.',
    check:
      'the headers of browsers, libraries, gateways, and tracers; neither Accept nor User-Agent; a body that waits for a 100',
  },
  'chunked-body': {
    level: 'should',
    group: 'Server',
    statement: 'A chunked body is read (RFC 9112 section 7.1).',
    check: 'chunks of 1,000 bytes, 20, and 1',
  },
  'body-in-pieces': {
    level: 'must',
    group: 'Server',
    statement: 'A request is read that comes in pieces.',
    check: 'a head and a body in five pieces',
  },
  'header-forms': {
    level: 'protocol',
    group: 'Server',
    statement: 'Headers are read in every form (RFC 9112 section 5).',
    check: 'names in other cases, and other white space',
  },
  'chunk-forms': {
    level: 'protocol',
    group: 'Server',
    statement: 'Chunks are read in every form (RFC 9112 section 7.1).',
    check: 'extensions, trailers, zeros, and other cases',
  },
  'malformed-head': {
    level: 'protocol',
    group: 'Server',
    statement: 'A malformed head is rejected (RFC 9112 section 5.1).',
    check: 'no Host, and spaces before colons',
  },
  'invalid-framing': {
    level: 'protocol',
    group: 'Server',
    statement: 'A body whose end is unclear is rejected (RFC 9112 section 6.3).',
    check: 'wrong lengths, chunks, and codings; requests in bodies',
  },
  'response-follows-http': {
    level: 'protocol',
    group: 'Responses',
    statement: 'Responses follow RFC 9110.',
    check: 'Date, Allow, challenges, and the ends of responses',
  },
  'challenge-error': {
    level: 'protocol',
    group: 'Credentials',
    statement:
      'A challenge has error="invalid_token" if a token was sent, and no error otherwise (RFC 6750 section 3).',
    check: 'each 401 of bearer credentials',
  },
  'text-after-credential': {
    level: 'should',
    group: 'Credentials',
    statement: 'Text after a token is rejected (RFC 6750 section 2.1).',
    check: 'the token, a space, and more',
  },
  'creates-nothing-elsewhere': {
    level: 'must',
    group: 'Server',
    statement: 'A path or method that is not documented creates nothing.',
    check: 'creations on paths that do not exist',
  },
  'keys-apart': {
    level: 'must',
    group: 'State',
    statement: 'Keys that differ are those of different records.',
    check: 'keys that differ only in their sign, in high bits, or in a digit that a double cannot hold',
  },
  'taken-key': {
    level: 'must',
    group: 'State',
    statement: 'A key that is taken leads to no other record.',
    check: 'a key that is taken, one after another and at once',
  },
  'requests-in-a-row': {
    level: 'must',
    group: 'Server',
    statement: 'Requests that follow each other are all handled alike.',
    check: '30 requests on one connection; valid ones after rejected ones',
  },
  'requests-at-once': {
    level: 'must',
    group: 'Server',
    statement: 'Requests at once are all handled alike.',
    check: 'plain requests at once, each with its own values',
  },
  'cut-off-request': {
    level: 'must',
    group: 'Server',
    statement: 'A client that disconnects in the middle of a request harms no other one.',
    check: 'requests that are cut off in their body, and a plain one after them',
  },
  'still-responds': {
    level: 'must',
    group: 'Server',
    statement: 'After all requests, the service still responds as before.',
    check: 'a plain request at the end',
  },
  'idle-connections': {
    level: 'protocol',
    group: 'Server',
    statement: 'Connections that wait block no other ones.',
    check: 'a plain request while eight connections are idle, and two wait for their rest',
  },
  'hides-internals': {
    level: 'should',
    group: 'Responses',
    statement: 'A rejection shows nothing of the inside of the service, nor what others sent.',
    check: 'stack traces and names of files, and strings of other requests, in each rejection',
  },
  'hides-credentials': {
    level: 'should',
    group: 'Responses',
    statement: 'A response does not repeat the credentials.',
    check: 'each response',
  },
  'left-out-stays-out': {
    level: 'should',
    group: 'State',
    statement: 'A property that was left out does not come back with a value of its own.',
    check: 'creations without optional properties',
  },
  'undescribed-properties': {
    level: 'should',
    group: 'Responses',
    statement: 'A response repeats no property that its schema leaves out.',
    check: 'properties that only the request describes',
  },
  'accepts-any-string': {
    level: 'should',
    group: 'Requests',
    statement: 'A string is accepted whatever is written in it.',
    check: 'strings of other scripts, markup, code, and control characters, and long ones',
  },
  'private-records': {
    level: 'must',
    group: 'State',
    statement: 'The records of one user are not those of another.',
    check:
      'reading, changing, removing, and listing with the other token, if the description has a 403 or 404 for it',
  },
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
export const rules: readonly Rule[] = Object.entries<Omit<Rule, 'id'>>(table).map(([id, rule]) => ({
  id: id as RuleId,
  ...rule,
}))

const byId = new Map(rules.map((rule) => [rule.id as string, rule]))

export const getRule = (id: RuleId): Rule => byId.get(id) as Rule

/** Returns the id that a rule has today; a text that was never one stays as it is. */
export const toCurrentId = <Id extends string>(id: Id): Id =>
  (Object.hasOwn(formerIds, id) ? formerIds[id] : id) as Id

/** Says whether a text is the id of a rule, or was one. */
export const isRuleId = (id: string): id is RuleId => byId.has(toCurrentId(id))
