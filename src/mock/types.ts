// What the `paths` and `operations` of openapi-typescript 7 say about a mock, with the names of src/contract/resources.
import type { AnyApi, Typed } from '../contract/contract.ts'

/** Chooses by whether nothing is known about a type; an array, since an unknown type would make the whole unknown. */
export type IfAny<T, Any, Other> = [unknown] extends [T] ? Any : Other

/** The types of a description are its `paths`, or `{ paths: paths; operations: operations }`: only `operations` has the ids. */
type PathsOf<Api> = Api extends { paths: infer Paths } ? Paths : Api
/** The operations by their ids. */
export type OperationsOf<Api> = Api extends { operations: infer Operations } ? Operations : unknown
/** The ids that are known. */
export type Id<Api> = keyof OperationsOf<Api> & string

/** The method and path of an operation without an id. */
export type Unnamed = `${Uppercase<string>} /${string}`

/** Chooses by whether the ids of operations are known. */
export type IfNamed<Api, Named, Other> = [Id<Api>] extends [never]
  ? Other
  : string extends Id<Api>
    ? Other
    : Named

/** The id of an operation; any string if the types have no `operations`. */
export type OperationId<Api> = IfAny<Api, AnyApi, IfNamed<Api, Id<Api> | Unnamed, string>>

/** A value that may lack properties, at any depth; each number may be a bigint. An object without known properties can have any. */
export type DeepPartial<T> = T extends number
  ? T | bigint
  : T extends readonly (infer Item)[]
    ? readonly DeepPartial<Item>[]
    : T extends Record<string, never>
      ? unknown
      : T extends object
        ? { readonly [Name in keyof T]?: DeepPartial<T[Name]> | undefined }
        : T

type Json<Content> = [keyof Content & `${string}json${string}`] extends [never]
  ? unknown
  : Content[keyof Content & `${string}json${string}`]
/** The body of a response in any media type. */
export type ContentOf<Message> = Message extends { content: infer Content } ? Content[keyof Content] : unknown
type JsonOf<Message> = Message extends { content: infer Content } ? Json<Content> : unknown
/** The JSON that an operation takes. */
export type BodyOf<Operation> = Operation extends { requestBody?: infer Body }
  ? JsonOf<NonNullable<Body>>
  : unknown
/** The responses of an operation by their statuses. */
export type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses : unknown

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
type ToNumber<Text> = Text extends `${infer Value extends number}` ? Value : never
/** What any operation can respond with: a dropped connection, an unchanged record, or an error. */
type AnyStatus = 0 | 304 | ToNumber<`${4 | 5}${Digit}${Digit}`>
/** The exact statuses that are documented. */
export type Documented<Responses> = keyof Responses & number

/** The statuses that an operation can have: successes must be documented, unless a range or only a default is. */
export type StatusOf<Responses> = [keyof Responses & ('2XX' | '3XX')] extends [never]
  ? [Documented<Responses>] extends [never]
    ? number
    : Documented<Responses> | AnyStatus
  : number

/** The values of the parameters in the path and the query. */
export type ParametersOf<Operation> = Operation extends { parameters: infer Places }
  ? { [Place in keyof Places & ('path' | 'query')]-?: NonNullable<Places[Place]> }
  : Record<'path' | 'query', Record<string, unknown>>

/** A path without what its end may have besides the name of a resource or a parameter. */
type CollectionShape<Path> = Path extends `${infer Own}${'/' | '.json' | '.xml' | '.{format}'}` ? Own : Path
type Last<Path> = Path extends `${string}/${infer Rest}` ? Last<Rest> : Path
type CollectionOf<Path> = Path extends `${infer Own}/${Last<Path> & string}`
  ? Last<Path> extends `{${string}}`
    ? Own
    : Path
  : never
type NameOf<Path> = Last<CollectionOf<CollectionShape<Path>>>
type IsItem<Path> = Last<CollectionShape<Path>> extends `{${string}}` ? true : false

type Keyed = { id: unknown } | { uuid: unknown } | { guid: unknown } | { _id: unknown }

type Creates<Methods> = [Methods] extends [never]
  ? false
  : [Methods] extends [{ post: { requestBody?: infer Body } }]
    ? [NonNullable<Body>] extends [never]
      ? false
      : true
    : false
type IsKeyed<Body> = [Body] extends [never] ? false : [Body] extends [Keyed] ? true : false

/** Whether the operations on a path are about records that something creates or changes, as far as types say. */
type IsResource<Paths, Path extends keyof Paths & string> =
  NameOf<Path> extends `${string}${'{' | '#' | '?'}${string}`
    ? false
    : IsItem<Path> extends true
      ? Paths[Path] extends { put: object }
        ? true
        : Creates<Paths[keyof Paths & `${CollectionOf<CollectionShape<Path>>}${'' | '/'}`]>
      : Paths[Path] extends { get: object; put: object } | { get: object; patch: object }
        ? true
        : Creates<Paths[Path]> extends false
          ? false
          : Paths[Path] extends { get: object }
            ? true
            : [keyof Paths & `${CollectionShape<Path>}/{${string}`] extends [never]
              ? IsKeyed<SentBy<Paths[Path], 'post'>>
              : true

/** The paths of resources by the name of the resource. */
type Resources<Api> = {
  [Path in keyof PathsOf<Api> & string as IsResource<PathsOf<Api>, Path> extends true
    ? Path
    : never]: NameOf<Path>
}
type ShortName<Api> = Resources<Api>[keyof Resources<Api>] & string

/** The name of a resource: the last fixed segment of its path, also with segments before it. */
export type ResourceName<Api> = IfAny<Api, string, ShortName<Api> | `${string}/${ShortName<Api>}`>

type Success<Operation> =
  ResponsesOf<Operation> extends infer Responses
    ? JsonOf<
        Responses[keyof Responses &
          ([keyof Responses & (200 | 201 | '2XX')] extends [never] ? 'default' : 200 | 201 | '2XX')]
      >
    : never
type SuccessOf<Methods, Method> = Methods extends {
  [Name in Method & string]: infer Operation extends object
}
  ? Success<Operation>
  : never

type Singular<Name> =
  | (Name extends `${infer One}ies` ? `${One}y` : never)
  | (Name extends `${infer One}${'s' | 'es'}` ? One : never)
type Camel<Name> = Name extends `${infer First}${'-' | '_'}${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest> & string>}`
  : Name
type Wrapper<Name> =
  | 'data'
  | 'item'
  | 'result'
  | 'record'
  | 'resource'
  | 'entity'
  | 'object'
  | Camel<Name>
  | Singular<Camel<Name>>
type OnlyRecord<Value> = Value extends readonly unknown[] | Record<string, never>
  ? never
  : Extract<Value, object>

/** The record in a body: the body itself, or a property that wraps it. */
type Unwrapped<Body, Name> = Body extends Keyed
  ? Body
  : OnlyRecord<Body[keyof Body & Wrapper<Name>]> extends infer Inner
    ? [Inner] extends [never]
      ? Body
      : Inner
    : never

/** The records of a list: the body itself, or a property that has them. */
type Listed<Body> = Body extends readonly (infer Item)[]
  ? Item
  : {
      [Name in keyof Body]-?: NonNullable<Body[Name]> extends readonly (infer Item extends object)[]
        ? Item
        : never
    }[keyof Body]

type FirstKnown<Types extends readonly unknown[]> = Types extends readonly [infer First, ...infer Rest]
  ? [First] extends [never]
    ? FirstKnown<Rest>
    : unknown extends First
      ? FirstKnown<Rest>
      : First
  : AnyApi

/** All paths of a resource by its name, of the item or of the collection. */
type PathOf<Api, Name, Item> = {
  [Path in keyof Resources<Api>]: Resources<Api>[Path] extends Name
    ? IsItem<Path> extends Item
      ? Path
      : never
    : never
}[keyof Resources<Api>]
type MethodsOf<Api, Name, Item> = PathsOf<Api>[PathOf<Api, Name, Item> & keyof PathsOf<Api>]

type SentBy<Methods, Method> = Methods extends { [Name in Method & string]: infer Operation extends object }
  ? BodyOf<Operation>
  : never
type Changed<Methods, Method, Name> = Unwrapped<
  Fuller<SuccessOf<Methods, Method>, SentBy<Methods, Method>>,
  Name
>
/** The records that the GET of a path without a parameter at its end shows: a list, or one record. */
type Collected<Methods, Item, Name> = [Item] extends [never]
  ? Methods extends { post: object }
    ? Listed<SuccessOf<Methods, 'get'>>
    : Unwrapped<SuccessOf<Methods, 'get'>, Name>
  : Listed<SuccessOf<Methods, 'get'>>
/** A response that has less than the request isn't what is stored. */
type Fuller<Response, Request> = [Response] extends [never]
  ? Request
  : Request extends Response
    ? Request
    : Response

type NamedRecord<Api, Name> = FirstKnown<
  [
    Unwrapped<SuccessOf<MethodsOf<Api, Name, true>, 'get'>, Name>,
    Collected<MethodsOf<Api, Name, false>, PathOf<Api, Name, true>, Name>,
    Changed<MethodsOf<Api, Name, false>, 'post', Name>,
    Changed<MethodsOf<Api, Name, true>, 'put', Name>,
  ]
>

/** A record of a resource, as a response shows it; anything if that can't be derived, also from a name with segments before it. */
export type RecordOf<Api, Name> = IfAny<
  Api,
  AnyApi,
  Name extends `${string}/${string}` ? AnyApi : NamedRecord<Api, Name>
>

/** The names of the parameters in a path, which say whose record it is. */
type ParameterName<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never

/** What a record is made of: it may lack properties, and can have the keys of its owners by the parameters of its path. */
export type SeedOf<Api, Name> = IfAny<
  Api,
  unknown,
  DeepPartial<RecordOf<Api, Name>> & {
    readonly [Owner in Exclude<
      ParameterName<PathOf<Api, Name, boolean>>,
      keyof RecordOf<Api, Name>
    >]?: unknown
  }
>

/** What a record is created from, as far as a pattern says. */
export type CreatedFrom<Api, Name> = IfAny<
  Api,
  object,
  DeepPartial<SentBy<MethodsOf<Api, Name, false>, 'post'> | SentBy<MethodsOf<Api, Name, true>, 'put'>>
>

/** The records to start with, by the name of their resource. */
export type Seeds<Api> = IfAny<
  Api,
  Readonly<Record<string, readonly unknown[]>>,
  { readonly [Name in ResourceName<Api>]?: readonly SeedOf<Api, Name>[] }
>

/** What a value such as a mock is typed by; anything if it isn't. */
export type ApiOf<T> = IfAny<T, AnyApi, T extends Typed<infer Api> ? Api : AnyApi>
