export { OptionsError } from '../contract/options-error.ts'
