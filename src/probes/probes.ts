import { byteOrderMark, notUtf8 } from './bytes.ts'
import {
  missing,
  missingInOtherWays,
  moreCredentials,
  schemesInAnyCase,
  textAfterToken,
  unissuedTokens,
  wrongCredentials,
} from './credentials.ts'
import { chunks, largeBody } from './framing.ts'
import { headerForms, httpLayer, moreHeaders, otherContentTypes } from './header-fields.ts'
import { idForms, ids, moreIds } from './ids.ts'
import { bodies, deepNesting, jsonForms } from './json.ts'
import { outsideLimits } from './limits.ts'
import { members, openMembers } from './members.ts'
import { otherMembers } from './other-members.ts'
import type { Probe } from './probe.ts'
import type { Source } from './source.ts'
import {
  afterRefused,
  refusedBodies,
  refusedCredentials,
  repeatedTexts,
  stillAnswers,
  storedIds,
} from './state.ts'
import { morePaths, targets } from './target.ts'
import { controls, emptyTexts, halfPair, plainPlants, texts } from './texts.ts'

/** Everything that can be sent to a service, by dimension: what `verify` sends too, by its rule. */
const groups = [
  ...targets,
  ...[missing, missingInOtherWays, unissuedTokens, ...wrongCredentials, textAfterToken, schemesInAnyCase],
  ...[otherContentTypes, ...headerForms],
  ...[chunks, largeBody],
  ...[notUtf8, byteOrderMark],
  ...[...bodies, jsonForms, deepNesting],
  ...[...members, ...otherMembers, ...openMembers],
  ...[...ids, idForms],
  ...[plainPlants, ...texts, emptyTexts, controls, halfPair],
  outsideLimits,
  ...[refusedBodies, refusedCredentials, repeatedTexts, afterRefused, stillAnswers],
]

/** Lists all probes, of which those without a rule only show decisions. */
export const listProbes = (source: Source): Probe[] => [
  ...httpLayer,
  ...groups.flatMap(({ probes }) => probes(source)),
  ...morePaths,
  ...moreCredentials,
  ...moreHeaders,
  ...moreIds,
  ...storedIds,
]
