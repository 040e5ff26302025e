import type { RuleId } from '../../judge/generated/rules.ts'
import { byteOrderMark, notUtf8 } from '../../probes/bytes.ts'
import { largeBody } from '../../probes/framing.ts'
import { otherContentTypes } from '../../probes/header-fields.ts'
import { bodies, deepNesting } from '../../probes/json.ts'
import { extraMembers, repeatedMembers, reservedMembers } from '../../probes/json-values.ts'
import { outsideLimits } from '../../probes/limits.ts'
import { members, openMembers } from '../../probes/members.ts'
import { otherMembers } from '../../probes/other-members.ts'
import { pairs } from '../../probes/pairs.ts'
import { unknownParameters } from '../../probes/paths.ts'
import {
  afterRefused,
  otherRefusals,
  refusedBodies,
  repeatedTexts,
  sameStarts,
  stillAnswers,
} from '../../probes/state.ts'
import { misuses, targets } from '../../probes/target.ts'
import { attacks, controls, emptyTexts, plainPlants, texts } from '../../probes/texts.ts'
import type { Check } from '../trial.ts'
import { credentials } from './credentials.ts'
import { framing } from './framing.ts'
import { ids, storedId, storedIdLater } from './ids.ts'
import { cutOffRequests, idleConnectionsBeside, requestsAtOnce, requestsInARow, storedIds } from './load.ts'
import { messages } from './messages.ts'
import { toCheck } from './try-probe.ts'
import { wireForms } from './wire-forms.ts'

/** Checks that run together: one trial after another, or many at once. */
export interface Phase {
  checks: readonly Check[]
  isConcurrent: boolean
  /** Whether the order of the trials doesn't matter, so that they can run at the same time for a slow service. */
  mayOverlap?: boolean
  /** Whether a trial may bring the service down, which then breaks its rule. */
  mayCrash?: boolean
  /** The rule for requests that fail here but not alone. */
  flakyRule: RuleId
  hasRandomRequests?: boolean
  /** Says which rules to send random requests for; all by default. */
  isRandom?: (rule: RuleId) => boolean
}

/** All checks in their order: those that others rest on first, those that may bring a service down last. */
export const phases: readonly Phase[] = [
  ...[[storedId, toCheck(plainPlants)], [requestsInARow], [toCheck(afterRefused)]].map(
    (checks): Phase => ({ checks, isConcurrent: false, mayOverlap: true, flakyRule: 'requests-in-a-row' }),
  ),
  { checks: [idleConnectionsBeside, requestsAtOnce], isConcurrent: false, flakyRule: 'requests-at-once' },
  { checks: [storedIdLater], isConcurrent: false, flakyRule: 'requests-in-a-row' },
  {
    checks: [
      ...[...texts, attacks, repeatedTexts, emptyTexts, controls].map(toCheck),
      // Runs before the ids at the edges are stored, since a service may clamp larger ids to them.
      ...[...members, ...otherMembers, outsideLimits].map(toCheck),
      ...ids,
      ...[...repeatedMembers, ...bodies, notUtf8, otherContentTypes].map(toCheck),
      ...[refusedBodies, otherRefusals, ...sameStarts].map(toCheck),
      ...credentials,
      ...messages,
      toCheck(pairs),
      storedIds,
      ...[
        ...openMembers,
        extraMembers,
        reservedMembers,
        byteOrderMark,
        ...targets,
        ...misuses,
        ...unknownParameters,
      ].map(toCheck),
    ],
    isConcurrent: true,
    flakyRule: 'requests-at-once',
    hasRandomRequests: true,
  },
  // The connections of framing end early, too, which the phase before it is about.
  ...[[toCheck(deepNesting)], [cutOffRequests], [...wireForms, ...framing], [toCheck(largeBody)]].map(
    (checks): Phase => ({
      checks,
      isConcurrent: false,
      mayOverlap: true,
      mayCrash: true,
      flakyRule: 'requests-in-a-row',
    }),
  ),
  {
    checks: [toCheck(stillAnswers)],
    isConcurrent: false,
    mayOverlap: true,
    mayCrash: true,
    flakyRule: 'still-answers',
  },
]
