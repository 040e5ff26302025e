declare module 'bookings-contract' {
  export const contract: import('../../../src/contract/contract.ts').Contract
}
