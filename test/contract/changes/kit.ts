// What a change of openapi.yaml must reach, bundled with the code that is generated from the changed file.
export { newPlant } from '../../../src/arbitraries/arbitraries.ts'
export { examplePlant } from '../../../src/contract/example-plant.ts'
export { toHaveCreated } from '../../../src/matchers/to-have-created.ts'
export { createMock } from '../../../src/mock/create-mock.ts'
export { startServer } from '../../../src/server/start-server.ts'
export { verify } from '../../../src/verify/verify.ts'
