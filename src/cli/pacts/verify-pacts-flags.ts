import { isObject } from '../../options/is-object.ts'
import { array, custom } from '../../options/schema.ts'
import { address, token } from '../../options/values.ts'
import type { VerifyProviderOptions } from '../../pact/pact.ts'
import {
  addValue,
  type FlagTable,
  type FlagValues,
  flag,
  leaveWrong,
  limitFlags,
  nameList,
  type WrongText,
} from '../flags.ts'
import { createReportFlag } from '../reports/report-flag.ts'
import { verifyFlags } from '../verify/flags.ts'

type Broker = NonNullable<VerifyProviderOptions['broker']>
type Selector = NonNullable<Broker['consumerVersionSelectors']>[number] | WrongText

function readSelector(text: string, earlier: Selector[] = []): Selector[] {
  try {
    return [...earlier, JSON.parse(text)]
  } catch {
    return [...earlier, leaveWrong(text)]
  }
}

/** The flags of `verify-pacts`; those about a broker are passed on to Pact's own verifier, with the environment variables of Pact's tools. */
export const verifyPactsFlags = {
  token: flag('<token>', 'a valid token', { env: 'PLANT_STORE_TOKEN', schema: token }),
  tokenCommand: verifyFlags.tokenCommand,
  pacts: flag('<file...>', 'files, folders, patterns in quotes, and URLs of pacts', {
    schema: nameList,
    read: addValue,
  }),
  provider: flag('<name>', 'name of the service in pacts; files for other services are ignored'),
  header: verifyFlags.header,
  cert: verifyFlags.cert,
  key: verifyFlags.key,
  ca: verifyFlags.ca,
  stateChangeUrl: flag('<url>', 'URL that sets provider states', { schema: address }),
  broker: flag('<url>', 'base URL of a Pact broker. The variable is ignored if there is --pacts', {
    env: 'PACT_BROKER_BASE_URL',
    schema: address,
    option: 'broker.pactBrokerUrl',
  }),
  brokerToken: flag('<token>', 'token for the broker', {
    env: 'PACT_BROKER_TOKEN',
    schema: token,
    option: 'broker.pactBrokerToken',
  }),
  brokerUsername: flag('<name>', 'user of the broker', {
    env: 'PACT_BROKER_USERNAME',
    option: 'broker.pactBrokerUsername',
  }),
  brokerPassword: flag('<password>', 'password of that user', {
    env: 'PACT_BROKER_PASSWORD',
    option: 'broker.pactBrokerPassword',
  }),
  selector: flag('<json>', 'which pacts of the broker to verify; repeat it for more', {
    schema: array(custom('an object in JSON', isObject)),
    read: readSelector,
    option: 'broker.consumerVersionSelectors',
  }),
  enablePending: {
    description: 'verify pending pacts of the broker, which may fail',
    option: 'broker.enablePending',
  },
  includeWipSince: flag('<date>', 'include work-in-progress pacts of the broker since this date', {
    option: 'broker.includeWipPactsSince',
  }),
  branch: flag('<name>', 'branch of the service, for the broker', { option: 'broker.providerVersionBranch' }),
  publish: flag('<version>', 'publish the results to the broker, for this version of the service', {
    option: 'broker.providerVersion',
  }),
  buildUrl: flag('<url>', 'URL of the build, published with the results', {
    schema: address,
    option: 'broker.buildUrl',
  }),
  report: createReportFlag(),
  ...limitFlags,
  verbose: {
    description:
      "list the interactions that passed, and show the output of Pact's verifier and the stack trace of an error",
  },
} as const satisfies FlagTable

export type VerifyPactsFlags = FlagValues<typeof verifyPactsFlags>
