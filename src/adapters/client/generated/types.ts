// Made from src/adapters/server/control-api.yaml by `npm run generate`: do not edit.
export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check if the mock is ready and its storage responds */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read this description */
        get: operations["getDescription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** See what the mock serves, and its options */
        get: operations["getConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a valid request of an operation, to send to `POST /__admin/requests`
         * @description To create a record, it has a key that isn't stored yet; to other operations, those of stored records. Its credentials are some that a mock accepts unless it has its own.
         */
        get: operations["makeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/examples/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a valid record of a resource, with a key that isn't stored yet */
        get: operations["getExample"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Watch what happens, as server-sent events
         * @description First come the requests in the journal, oldest first, then everything as it happens. The data of `request` is a RequestEvent; the data of the others is empty. `records` and `faults` say that records or faults changed, once for changes at the same time. `journal` says that the journal was emptied, or lost requests that this client hadn't read: the requests that are left follow. `options` says that options of the mock changed. `reset` says that the mock was reset.
         */
        get: operations["watchEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read which resources there are, and how many records each has */
        get: operations["listResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{resource}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the records of a resource in the order in which they were first stored */
        get: operations["listRecords"];
        /** Replace all records of a resource */
        put: operations["replaceRecords"];
        /** Store a record; it replaces the one with the same key */
        post: operations["putRecord"];
        /** Remove all records of a resource */
        delete: operations["clearRecords"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{resource}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one record */
        get: operations["getRecord"];
        put?: never;
        post?: never;
        /** Remove one record */
        delete: operations["removeRecord"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the journal, oldest request first */
        get: operations["listRequests"];
        put?: never;
        /**
         * Send a request to the mock, as a client does
         * @description The credential of the request itself selects its mock. The response comes once the request has its own, without a `number` if the journal doesn't have it.
         */
        post: operations["sendRequest"];
        /** Empty the journal */
        delete: operations["clearRequests"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one request in the journal */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Count the requests that match a pattern, or find the most similar ones */
        post: operations["verifyRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List the requests that match a pattern, oldest first */
        post: operations["searchRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the active faults and the scenario */
        get: operations["listFaults"];
        put?: never;
        /** Queue a fault for the next requests */
        post: operations["addFault"];
        /** Remove all faults and the scenario, and release what is held */
        delete: operations["clearFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faults/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove one fault, given as the list shows it, or release a hold */
        post: operations["removeFault"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let the next requests wait until they are released */
        post: operations["hold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/holds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let the requests of a hold continue, with a fault or as usual */
        post: operations["release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the scenarios that the kit ships */
        get: operations["listScenarios"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scenario": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Play a scenario from its first step */
        put: operations["playScenario"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore the initial state, including the seed */
        post: operations["reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The kind of storage that has the records, such as `memory`, `sqlite`, or `redis` */
        StorageKind: string;
        /** @description Every property must match; a missing property matches everything. */
        RequestPattern: {
            method?: string;
            /** @description The path without its query */
            path?: string;
            /** @description The id of the operation; null if it meant none */
            operation?: string | null;
            /** @description Properties that the JSON body must have, at any depth */
            body?: unknown;
            /** @description Headers that the request must have, or must not have if null; names are case-insensitive. */
            headers?: {
                [key: string]: string | null;
            };
            status?: number;
            /** @description The resource of which the request created a record */
            created?: string;
            /** @description Why the request was rejected, by name */
            failure?: string;
            /** @description Whether the request still waits for its response */
            waiting?: boolean;
            /** @description Whether the body may have no properties besides those of `body` */
            exact?: boolean;
        };
        SentRequest: {
            method: string;
            /** @description With a query if there is one */
            path: string;
            headers?: {
                [key: string]: string;
            };
            body?: string;
        };
        HoldOptions: {
            delay?: components["schemas"]["Delay"];
            chance?: components["schemas"]["Fault"]["chance"];
            requests?: components["schemas"]["Fault"]["requests"];
            path?: components["schemas"]["Fault"]["path"];
            operation?: components["schemas"]["Fault"]["operation"];
        };
        ActiveFault: {
            fault?: components["schemas"]["FaultName"];
            status?: components["schemas"]["Fault"]["status"];
            headers?: components["schemas"]["Fault"]["headers"];
            body?: components["schemas"]["Fault"]["body"];
            /** @description The name of a hold */
            hold?: string;
            delay?: components["schemas"]["Delay"];
            chance?: components["schemas"]["Fault"]["chance"];
            /** @description How many requests it still covers; 0 for a hold that requests wait for */
            requests: number | "forever";
            path?: components["schemas"]["Fault"]["path"];
            operation?: components["schemas"]["Fault"]["operation"];
        };
        Config: {
            /** @description The version of the kit */
            version: string;
            /** @description That of the description */
            title: string;
            /** @description The version that the description has */
            apiVersion: string;
            /** @description The paths of the description's servers */
            basePaths: string[];
            operations: {
                id: string;
                method: string;
                /** @description Without a base path */
                path: string;
                /** @enum {unknown} */
                effect: "none" | "create" | "read" | "list" | "replace" | "merge" | "remove";
                resource?: string;
            }[];
            resources: {
                name: string;
                /** @description The property that is the key; empty for none */
                key: string;
                /** @description Whether there is only one record */
                isSingle: boolean;
                parent?: string;
            }[];
            securitySchemes: {
                name: string;
                /** @enum {unknown} */
                kind: "bearer" | "basic" | "apiKey" | "oauth2" | "openIdConnect" | "other";
                /** @enum {unknown} */
                in: "header" | "query" | "cookie" | "connection";
                /** @description The name of the header, query parameter, or cookie */
                parameter: string;
            }[];
            /** @description How many warnings the description gets */
            warnings: number;
            storage: components["schemas"]["StorageKind"];
            /** @description How the mock rejects requests */
            responses: string | Record<string, never>;
            /**
             * @description What happens if the key is already stored
             * @enum {unknown}
             */
            onDuplicate: "reject" | "replace" | "keep";
            /**
             * @description What happens to properties that the description doesn't name
             * @enum {unknown}
             */
            unknownProperties: "ignore" | "reject";
            /**
             * @description What happens to query parameters that the description doesn't name
             * @enum {unknown}
             */
            unknownParameters: "ignore" | "reject";
            /** @description Milliseconds before every response, or a range of them */
            latency: number | number[];
            /** @description The largest body in bytes */
            maxBody: number;
            /** @description How many requests the journal keeps */
            journal: number;
            /** @description The security schemes of which only some credentials are valid */
            credentials: string[];
            /** @description The origins whose pages may read responses, `*` for all, or false for none */
            cors: string | boolean | string[];
            /**
             * @description Present if every credential has its own records
             * @constant
             */
            isolate?: "token";
            /** @description The address of the real service that gets other requests */
            upstream?: string;
        };
        /** @description A request without its body and most of its headers. While it waits for its response, it has no `status` and no `duration`; once it has them, the event comes again. */
        RequestEvent: {
            number: number;
            /** Format: date-time */
            time: string;
            /** @description The id of the operation that it meant */
            operation?: string;
            /** @description The key of the record that it was to create, cut to 200 characters */
            key?: string | number;
            method: string;
            path: string;
            /** @description 0 if the connection was dropped */
            status?: number;
            /** @description Milliseconds */
            duration?: number;
            /** @description Why the request was rejected, by name */
            failure?: string;
            /** @description The fault that applied */
            fault?: string;
            /** @description Why the request was rejected, in words */
            message?: string;
            /** @description The headers of the request that not every client sends, cut to 200 characters */
            headers?: {
                [key: string]: string;
            };
            /**
             * @description The client left before it had the response.
             * @constant
             */
            aborted?: true;
            /**
             * @description The request was for the upstream; its response may be that of a fault.
             * @constant
             */
            upstream?: true;
        };
        /** @description A request and its response. While it waits for that, it has no `response` and no `duration`. */
        JournalEntry: {
            /** @description Counts the requests to the mock from 1 */
            number: number;
            /** Format: date-time */
            time: string;
            request: {
                method: string;
                path: string;
                headers: {
                    [key: string]: string;
                };
                /** @description The body as text */
                body: string;
            };
            /** @description The id of the operation that it meant */
            operation?: string;
            response?: {
                /** @description 0 if the connection was dropped */
                status: number;
                headers: {
                    [key: string]: string;
                };
                body: string;
            };
            /** @description Milliseconds */
            duration?: number;
            /** @description The resource of which the request created a record */
            created?: string;
            /** @description Why the request was rejected, by name */
            failure?: string;
            /** @description The same in words */
            reason?: string;
            /** @description The fault that applied */
            fault?: string;
            /**
             * @description The client left before it had the response.
             * @constant
             */
            aborted?: true;
            /**
             * @description The request was for the upstream; its bodies are not kept.
             * @constant
             */
            upstream?: true;
            /** @description The callbacks and webhooks that were sent after the response, with credentials masked */
            callbacks?: {
                name: string;
                method: string;
                url: string;
                /** @description The body as text */
                body: string;
                /** @description Missing while it waits for its response */
                status?: number;
                /** @description Why it has no response */
                error?: string;
                /** @description Milliseconds */
                duration?: number;
            }[];
        };
        Plant: {
            /** @description The name of the plant */
            name: string;
            /** @description Tag that specifies the type */
            tag?: string;
        };
        /** @description A new plant has all fields of Plant, plus its identification number. */
        NewPlant: {
            /**
             * Format: int64
             * @description Identification number of the plant
             */
            id: number | bigint;
        } & components["schemas"]["Plant"];
        Error: {
            /**
             * Format: int32
             * @description Numeric error value
             */
            error: number;
            /** @description Error text */
            message: string;
        };
        /** @description What happens to the requests that it covers: a named fault or an answer with a status replaces the usual answer, a delay comes before it. With none of them, the answer is the usual one. */
        Fault: {
            fault?: components["schemas"]["FaultName"];
            /** @description Instead of a named fault: the status of the answer. No plant is stored. */
            status?: number;
            /** @description The headers of the answer with this status; content-type has a default. */
            headers?: {
                [key: string]: string;
            };
            /** @description The body of the answer with this status: a text as it is, anything else as JSON. By default, it is an Error from status 400 on, else empty. */
            body?: unknown;
            delay?: components["schemas"]["Delay"];
            /** @description The probability of the fault for each request it covers. */
            chance?: number;
            /** @description How many requests it covers: a number (1 by default) or forever. */
            requests?: number | "forever";
            /** @description The path of the requests that it covers, with any method and without the query, like /orders; useful with an upstream. By default it covers POST /plants. */
            path?: string;
            /** @description The id of the operation that it covers, like createPlant. By default it covers all. */
            operation?: string;
        };
        /** @enum {unknown} */
        FaultName: "dropped-connection" | "closed-connection" | "cut-off-body" | "not-json-body" | "malformed-request" | "headers-too-large" | "request-timeout" | "unknown-path" | "method-not-allowed" | "missing-credentials" | "invalid-credentials" | "invalid-parameter" | "unsupported-media-type" | "unsupported-encoding" | "not-acceptable" | "body-too-large" | "missing-body" | "malformed-body" | "invalid-body" | "unknown-record" | "duplicate-key" | "wrong-state" | "precondition-failed" | "reused-idempotency-key" | "forced" | "internal-error";
        /** @description Milliseconds before the answer: fixed, or drawn anew from a range for each request. */
        Delay: components["schemas"]["Milliseconds"] | components["schemas"]["Milliseconds"][];
        Milliseconds: number;
        /**
         * Scenario
         * @description A script of faults over a series of requests: to POST /plants, or to the path of the step.
         */
        scenario: {
            $schema?: string;
            title: string;
            /** @description Seed of the random numbers, so that a run can be repeated. */
            seed?: number;
            /** @description Whether the steps start again after the last one. By default, requests after the last step get their usual answer. */
            repeat?: boolean;
            steps: components["schemas"]["Fault"][];
        };
    };
    responses: {
        /** @description Done. */
        Done: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Record<string, never>;
            };
        };
        /** @description Nothing changed; the message says why. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
        IsolatedBy: string;
        /** @description `curl` for shell commands that send the requests again. They mask credentials, and read the token from `PLANT_STORE_TOKEN`. */
        Format: "curl";
        /** @description The name of a resource, such as `plants`; it may have a slash. */
        Resource: string;
        /** @description The key of a record that belongs to no other one */
        Key: string;
    };
    requestBodies: {
        /** @description At most 2 MiB. */
        Record: {
            content: {
                "application/json": unknown;
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        storage: components["schemas"]["StorageKind"];
                    };
                };
            };
            503: components["responses"]["Refused"];
            "4XX": components["responses"]["Refused"];
        };
    };
    getDescription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This description as JSON */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    getConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it serves, and its options with defaults; credentials aren't shown */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Config"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    makeRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path: {
                /** @description The id of the operation, or its method and path as in `POST /plants` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentRequest"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    getExample: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path: {
                /** @description The name of the resource */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    watchEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events until the client or the mock ends the stream */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listResources: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resources */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        resources: {
                            name: string;
                            /** @description The number of stored records */
                            records: number;
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listRecords: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
            };
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path: {
                /** @description The name of a resource, such as `plants`; it may have a slash. */
                resource: components["parameters"]["Resource"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of stored records */
                        total: number;
                        records: unknown[];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    replaceRecords: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path: {
                /** @description The name of a resource, such as `plants`; it may have a slash. */
                resource: components["parameters"]["Resource"];
            };
            cookie?: never;
        };
        /** @description At most 2 MiB. */
        requestBody: {
            content: {
                "application/json": unknown[];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            "4XX": components["responses"]["Refused"];
        };
    };
    putRecord: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path: {
                /** @description The name of a resource, such as `plants`; it may have a slash. */
                resource: components["parameters"]["Resource"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Record"];
        responses: {
            /** @description The stored record, with its key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    clearRecords: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path: {
                /** @description The name of a resource, such as `plants`; it may have a slash. */
                resource: components["parameters"]["Resource"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            "4XX": components["responses"]["Refused"];
        };
    };
    getRecord: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path: {
                /** @description The name of a resource, such as `plants`; it may have a slash. */
                resource: components["parameters"]["Resource"];
                /** @description The key of a record that belongs to no other one */
                key: components["parameters"]["Key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    removeRecord: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path: {
                /** @description The name of a resource, such as `plants`; it may have a slash. */
                resource: components["parameters"]["Resource"];
                /** @description The key of a record that belongs to no other one */
                key: components["parameters"]["Key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            "4XX": components["responses"]["Refused"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                status?: number;
                operation?: string;
                /** @description `curl` for shell commands that send the requests again. They mask credentials, and read the token from `PLANT_STORE_TOKEN`. */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests in the journal that match every filter */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: components["schemas"]["JournalEntry"][];
                    };
                    "text/plain": string;
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    sendRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SentRequest"];
            };
        };
        responses: {
            /** @description The request in the journal, with its response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalEntry"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    clearRequests: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            "4XX": components["responses"]["Refused"];
        };
    };
    getRequest: {
        parameters: {
            query?: {
                /** @description `curl` for shell commands that send the requests again. They mask credentials, and read the token from `PLANT_STORE_TOKEN`. */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path: {
                /** @description The number of the request */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request and its response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalEntry"];
                    "text/plain": string;
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    verifyRequests: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPattern"];
            };
        };
        responses: {
            /** @description The result; `nearest` is empty if a request matches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of matching requests in the journal */
                        count: number;
                        nearest: {
                            request: components["schemas"]["JournalEntry"];
                            differences: {
                                at: string;
                                expected?: unknown;
                                received?: unknown;
                            }[];
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    searchRequests: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPattern"];
            };
        };
        responses: {
            /** @description The requests that match */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: components["schemas"]["JournalEntry"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Faults in the order in which they apply, each with its remaining requests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        faults: components["schemas"]["ActiveFault"][];
                        /** @description The title of the current scenario */
                        scenario?: string;
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    addFault: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Fault"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            "4XX": components["responses"]["Refused"];
        };
    };
    clearFaults: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            "4XX": components["responses"]["Refused"];
        };
    };
    removeFault: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActiveFault"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            "4XX": components["responses"]["Refused"];
        };
    };
    hold: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldOptions"];
            };
        };
        responses: {
            /** @description The name of the hold, which also is in the list of faults */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hold: string;
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    release: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path: {
                /** @description The name of the hold */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Fault"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            "4XX": components["responses"]["Refused"];
        };
    };
    listScenarios: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenarios and their names */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scenarios: {
                            name: string;
                            scenario: components["schemas"]["scenario"];
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    playScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["scenario"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            "4XX": components["responses"]["Refused"];
        };
    };
    reset: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer TOKEN`. If the mock isolates tokens, selects the records, journal, and faults of this token; otherwise it is ignored. */
                Authorization?: components["parameters"]["IsolatedBy"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            "4XX": components["responses"]["Refused"];
        };
    };
}
