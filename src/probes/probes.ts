import { byteOrderMark, notUtf8 } from './bytes.ts'
import {
  clientHeaders,
  clientHeadersWithoutCredentials,
  nearContentTypes,
  wrongHeaders,
} from './client-headers.ts'
import {
  missing,
  missingInOtherWays,
  moreCredentials,
  schemesInAnyCase,
  textAfterToken,
  unissuedTokens,
  wrongCredentials,
} from './credentials.ts'
import { bufferSizes, chunks, largeBody } from './framing.ts'
import { headerForms, httpLayer, moreHeaders, otherContentTypes } from './header-fields.ts'
import { idForms, ids, moreIds, powerIds } from './ids.ts'
import { bodies, deepNesting, jsonForms } from './json.ts'
import {
  extraMembers,
  extraValues,
  otherForms as otherJsonForms,
  repeatedMembers,
  reservedMembers,
} from './json-values.ts'
import { outsideLimits } from './limits.ts'
import { members, openMembers } from './members.ts'
import { otherMembers } from './other-members.ts'
import { pairs } from './pairs.ts'
import { aliasesWithoutCredentials, unknownParameters } from './paths.ts'
import type { Probe, ProbeGroup } from './probe.ts'
import type { Source } from './source.ts'
import {
  afterRefused,
  otherRefusals,
  refusedBodies,
  refusedCredentials,
  repeatedTexts,
  sameStarts,
  stillAnswers,
  storedIds,
} from './state.ts'
import { misuses, morePaths, targets } from './target.ts'
import { attacks, controls, emptyTexts, plainPlants, texts } from './texts.ts'
import { otherForms, tokenForms, tokenPlaces, tokenPositions } from './token-forms.ts'

/** Everything that can be sent to a service, by dimension: what `verify` sends too, by its rule. */
const groups: readonly ProbeGroup[] = [
  ...[...targets, ...misuses],
  ...[aliasesWithoutCredentials, ...unknownParameters, clientHeadersWithoutCredentials],
  ...[missing, missingInOtherWays, unissuedTokens, ...wrongCredentials, textAfterToken, schemesInAnyCase],
  ...[...tokenPositions, ...tokenForms, ...otherForms, tokenPlaces],
  ...[otherContentTypes, ...headerForms, clientHeaders, nearContentTypes, wrongHeaders],
  ...[chunks, bufferSizes, largeBody],
  ...[notUtf8, byteOrderMark],
  ...[...bodies, jsonForms, deepNesting],
  ...[...members, ...otherMembers, ...openMembers],
  ...[extraMembers, reservedMembers, extraValues, ...repeatedMembers, otherJsonForms],
  ...[...ids, ...powerIds, idForms],
  ...[plainPlants, ...texts, attacks, emptyTexts, controls],
  outsideLimits,
  ...[
    refusedBodies,
    otherRefusals,
    refusedCredentials,
    ...sameStarts,
    repeatedTexts,
    afterRefused,
    stillAnswers,
  ],
  pairs,
]

/** Lists all probes, of which those without a rule only show decisions; only the first ones of groups of which a run draws some, if `most` says how many. */
export const listProbes = (source: Source, most = Number.POSITIVE_INFINITY): Probe[] => [
  ...httpLayer,
  ...groups.flatMap(({ probes, drawn }) =>
    probes(source)
      .slice(0, drawn === undefined ? Number.POSITIVE_INFINITY : most)
      .flatMap((probe) => [probe, ...(probe.parts ?? []).slice(0, most)]),
  ),
  ...morePaths,
  ...moreCredentials,
  ...moreHeaders,
  ...moreIds,
  ...storedIds,
]
