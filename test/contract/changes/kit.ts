// What a change of openapi.yaml must reach, bundled with the code that is generated from the changed file.
export { newPlant } from '../../../src/arbitraries/arbitraries.ts'
export { examplePlant } from '../../../src/contract/example-plant.ts'
export { toHaveCreatedPlant } from '../../../src/matchers/to-have-created-plant.ts'
export { startServer } from '../../../src/server/start-server.ts'
export { buildNewPlant } from '../../../src/store/build-new-plant.ts'
export { createPlantStore } from '../../../src/store/plant-store.ts'
export { verify } from '../../../src/verify/verify.ts'
