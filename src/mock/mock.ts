export { type Contract, ContractError, type ContractOptions } from '../contract/contract.ts'
export { toContract } from '../contract/to-contract.ts'
export {
  type ChangeableMockOptions,
  type CredentialsOption,
  createMock,
  type Mock,
  type MockOptions,
  type MockRequest,
  type MockResponse,
  type Records,
  type RespondOption,
  type ResponsesOption,
  type SharedMock,
} from './create-mock.ts'
