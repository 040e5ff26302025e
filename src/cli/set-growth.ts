/** Says how fast the heap for new objects grows, as a factor. */
export const setGrowth = (factor: number): void =>
  process.getBuiltinModule('node:v8').setFlagsFromString(`--semi-space-growth-factor=${factor}`)
