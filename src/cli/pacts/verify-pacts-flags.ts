import { array } from '../../options/schema.ts'
import { address, token } from '../../options/values.ts'
import type { ConsumerVersionSelector } from '../../pact/pact.ts'
import { date, selector } from '../../pact/provider/option-table.ts'
import { addValue, type FlagTable, type FlagValues, flag, limitFlags, names } from '../flags.ts'
import { createReportFlag } from '../reports/report-flag.ts'

function readSelector(
  text: string,
  earlier: ConsumerVersionSelector[] | undefined,
): ConsumerVersionSelector[] {
  try {
    return [...(earlier ?? []), JSON.parse(text)]
  } catch {
    return [...(earlier ?? []), text as never]
  }
}

/** The flags of `verify-pacts`. The credentials of a broker may come from the environment variables of Pact's own tools. */
export const verifyPactsFlags = {
  token: flag('<token>', 'a valid token', { env: 'PLANT_STORE_TOKEN', schema: token }),
  invalidToken: flag('<token>', 'a token for interactions in which the token is not valid', {
    env: 'PLANT_STORE_INVALID_TOKEN',
    schema: token,
  }),
  pacts: flag('<file...>', 'files, folders, patterns in quotes, and URLs of pacts', {
    schema: names,
    read: addValue,
  }),
  provider: flag('<name>', 'name of the service in pacts; pacts for other services are ignored'),
  consumer: flag('<name...>', 'only pacts of these consumers', { schema: names, read: addValue }),
  description: flag('<text>', 'only interactions with this text in their description'),
  stateChangeUrl: flag('<url>', 'URL that sets provider states', { schema: address }),
  enablePending: { description: "report pending interactions that fail, but don't fail the run for them" },
  broker: flag(
    '<url>',
    'base URL of a Pact broker; its pacts are verified together with those of --pacts. The variable is ignored if --pacts names only files',
    {
      env: 'PACT_BROKER_BASE_URL',
      schema: address,
      option: 'broker.url',
    },
  ),
  brokerToken: flag('<token>', 'token for the broker', {
    env: 'PACT_BROKER_TOKEN',
    schema: token,
    option: 'broker.token',
  }),
  brokerUsername: flag('<name>', 'user of the broker', {
    env: 'PACT_BROKER_USERNAME',
    option: 'broker.username',
  }),
  brokerPassword: flag('<password>', 'password of that user', {
    env: 'PACT_BROKER_PASSWORD',
    option: 'broker.password',
  }),
  selector: flag('<json>', 'which pacts of the broker to verify; repeat it for more', {
    schema: array(selector),
    read: readSelector,
    option: 'broker.selectors',
  }),
  branch: flag('<name>', 'branch of the service, for the broker', { option: 'broker.branch' }),
  includeWipSince: flag('<date>', 'include work-in-progress pacts of the broker since this date', {
    schema: date,
    option: 'broker.includeWipSince',
  }),
  publish: flag('<version>', 'publish the results to the broker, for this version of the service', {
    option: 'broker.publish.version',
  }),
  buildUrl: flag('<url>', 'URL of the build, published with the results', {
    schema: address,
    option: 'broker.publish.buildUrl',
  }),
  report: createReportFlag(),
  ...limitFlags,
  verbose: {
    description:
      "list the interactions that passed, and show the output of Pact's verifier and the stack trace of an error",
  },
} as const satisfies FlagTable

/** The values of the flags of `verify-pacts`. */
export type VerifyPactsFlags = FlagValues<typeof verifyPactsFlags>
