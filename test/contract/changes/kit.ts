// What a change of openapi.yaml must reach, bundled with the code that is generated from the changed file.

export { toHaveCreated } from '../../../src/adapters/matchers/to-have-created.ts'
export { startServer } from '../../../src/adapters/server/start-server.ts'
export { newPlant } from '../../../src/arbitraries/arbitraries.ts'
export { examplePlant } from '../../../src/contract/example-plant.ts'
export { createMock } from '../../../src/mock/create-mock.ts'
export { verify } from '../../../src/verify/verify.ts'
