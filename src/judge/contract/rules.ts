/** How bad it is if a service breaks a rule: `must` fails a run, `should` warns, `open` is a note. */
export type RuleLevel = 'must' | 'should' | 'open'

/** What a service is judged by, whatever its description says. */
export interface ContractRule {
  id: ContractRuleId
  level: RuleLevel
  /** What it is about; reports count rules by it. */
  group: RuleGroup
  statement: string
  /** How it is checked. */
  check: string
}

type RuleGroup = 'Responses' | 'Requests' | 'Credentials' | 'State' | 'Server'

/** The id of a rule for any description. */
export type ContractRuleId =
  | 'responds'
  | 'no-server-error'
  | 'documented-status'
  | 'response-content-type'
  | 'response-body-schema'
  | 'response-format'
  | 'response-headers'
  | 'optional-response-headers'
  | 'error-body-schema'
  | 'rejection-status'
  | 'accepts-valid-request'
  | 'accepts-valid-body'
  | 'accepts-valid-parameter'
  | 'rejects-invalid-body'
  | 'rejects-null'
  | 'rejects-invalid-format'
  | 'rejects-missing-body'
  | 'rejects-invalid-parameter'
  | 'rejects-lenient-parameter'
  | 'rejects-large-page'
  | 'white-space-comes-back'
  | 'idempotency-key'
  | 'action-is-stored'
  | 'created-at-stays'
  | 'merge-removes'
  | 'rejects-missing-parameter'
  | 'malformed-body'
  | 'unsupported-media-type'
  | 'unknown-path'
  | 'undocumented-method'
  | 'head-like-get'
  | 'requires-credentials'
  | 'rejects-invalid-credentials'
  | 'credentials-elsewhere'
  | 'scheme-in-any-case'
  | 'changes-at-once'
  | 'challenge'
  | 'created-is-readable'
  | 'location-is-readable'
  | 'created-is-listed'
  | 'listed-is-readable'
  | 'created-once'
  | 'sent-comes-back'
  | 'integers-come-back'
  | 'strings-come-back'
  | 'keys-differ'
  | 'keys-differ-at-once'
  | 'created-at-once'
  | 'key-of-service'
  | 'duplicate-key'
  | 'default-is-used'
  | 'default-comes-back'
  | 'replace-replaces'
  | 'replace-removes'
  | 'merge-changes'
  | 'merge-keeps-rest'
  | 'change-is-listed'
  | 'changes-only-its-record'
  | 'removed-is-gone'
  | 'removed-is-unlisted'
  | 'removed-again'
  | 'unknown-key'
  | 'unknown-parent'
  | 'rejected-changes-nothing'
  | 'read-changes-nothing'
  | 'child-of-its-parent'
  | 'list-keeps-limit'
  | 'pages-make-list'
  | 'total-counts'
  | 'filter-filters'

/** Level, group, statement, and check of each rule, by its id. */
const table: Readonly<
  Record<ContractRuleId, readonly [RuleLevel, RuleGroup, statement: string, check: string]>
> = {
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
    'HEAD, where it is accepted, has the status of GET and no body.',
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
    'A credential is accepted only where the description has it.',
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
    'A key that is taken is rejected where the description says so.',
    'creating a record twice, if a 409 is documented',
  ],
  'default-is-used': [
    'must',
    'State',
    'A property that was left out comes back with its default, if it comes back.',
    'creations without properties that have a default',
  ],
  'default-comes-back': [
    'should',
    'State',
    'A property that was left out comes back.',
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
    'two records, of which one is changed, and then removed',
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
    'each operation below a record, with a made-up one',
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
}

/** All rules for any description. */
export const contractRules: readonly ContractRule[] = Object.entries(table).map(
  ([id, [level, group, statement, check]]) => ({
    id: id as ContractRuleId,
    level,
    group,
    statement,
    check,
  }),
)

const byId = new Map(contractRules.map((rule) => [rule.id as string, rule]))

/** Finds a rule for any description. */
export const getContractRule = (id: ContractRuleId): ContractRule => byId.get(id) as ContractRule

/** Says whether a text is the id of a rule for any description. */
export const isContractRuleId = (id: string): id is ContractRuleId => byId.has(id)
