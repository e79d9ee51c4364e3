/**
 * Approval kind for a new version of a set: always two officers, since one officer who raises a limit alone for an hour would admit what it
 * should stop. A version is added and none is changed.
 */

import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { ConfigurationLists } from '@tunjo/contract/configuration'
import { type ListCode, SET_NAMES, type SetName, wordsOfSet } from '@tunjo/contract/configuration-catalogue'
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { VersionNumbers } from '@tunjo/contract/version-decision'
import { textOfNumber } from '@tunjo/contract/versioned-numbers'
import * as z from 'zod'
import type { ApprovalKind, Json } from '../../../platform/approvals/index.ts'
import { refuse, refuseIf } from '../../../platform/http/refusal.ts'
import { formatDay } from '../../../platform/time/format-date.ts'
import { startOf } from '../../../platform/versions/effective.ts'
import { APPROVAL_WORDS } from './approval-words.ts'
import type { ConfigurationContext } from './context.ts'
import { checkChanges, checkDay, checkLists, checkNumbers, listChanges, type Wanted } from './rules.ts'
import type { ConfigurationVersion } from './types.ts'
import { firstVersion, insertVersion, lockSet, nextNumber, versionsOf } from './version-store.ts'

export const CHANGE_APPROVAL = 'configuration.change' satisfies ApprovalKindName

const content = { numbers: VersionNumbers, lists: ConfigurationLists }
const Params = z.object({ set: z.enum(SET_NAMES), ...content, fromDay: z.iso.date().nullable() })
type Params = z.output<typeof Params>
/** Content of the newest version, on which the change is based. */
const Facts = z.object({ version: z.int(), ...content, from: z.iso.datetime() })

export interface Changed {
  readonly set: SetName
  readonly version: number
  readonly from: string
}

export const changeApproval = (context: ConfigurationContext): ApprovalKind<Params, Changed> => ({
  permission: 'configuration.change',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ set }) => set,
  subjectId: () => null,
  async facts(tx, { set, ...wanted }) {
    await lockSet(tx, set)
    const newest = newestOf(set, await versionsOf(tx, context.seals, set))
    refuseIf(checkContent(context, set, wanted) ?? checkDay(wanted.fromDay, context.clock.now()) ?? checkChanges(newest, wanted))
    return factsOf(newest)
  },
  isNeeded: () => true,
  words: APPROVAL_WORDS,
  changes: ({ set, ...wanted }, facts) => changesOf(set, Facts.parse(facts), { ...wanted, locale: DEFAULT_LOCALE }),
  async execute(tx, { set, numbers, lists, fromDay }, { makerId, checkerId, requestId, reason, actor }) {
    const { clock, seals, audit } = context
    const newest = newestOf(set, await versionsOf(tx, seals, set))
    const at = clock.now()
    const [version, from] = [await nextNumber(tx, set), startOf(fromDay, at)]
    const decision = { at, makerId, checkerId: checkerId ?? refuse('approvals.never_alone'), reason }
    await insertVersion(tx, seals, set, { version, numbers, lists, from, decision })
    await audit.record(tx, {
      actor,
      action: 'configuration.changed',
      object: { type: 'configuration', id: set },
      before: factsOf(newest),
      after: { version, numbers, lists, from: from.toISOString(), approvalRequestId: requestId, makerId, checkerId },
      reason,
    })
    return { set, version, from: from.toISOString() }
  },
})

const newestOf = <V extends ConfigurationVersion>(set: SetName, versions: readonly V[]) => versions.at(-1) ?? firstVersion(set)

export function checkContent({ parameters }: Pick<ConfigurationContext, 'parameters'>, set: SetName, { numbers, lists }: Wanted) {
  const isCode = (codes: ListCode, code: string) =>
    (codes === 'country' ? parameters.countryName(code) : parameters.economicActivityOfCode(code)) !== null
  const words = wordsOfSet(set)
  return checkNumbers(words, numbers) ?? checkLists(words, lists, isCode)
}

const factsOf = ({ version, numbers, lists, from }: ConfigurationVersion): Json => ({
  version,
  numbers,
  lists,
  from: from.toISOString(),
})

/** Lines of the changed values only. */
export function changesOf(
  set: SetName,
  before: Pick<ConfigurationVersion, 'numbers' | 'lists'>,
  { numbers, lists, fromDay, locale }: Wanted & { locale: Locale },
) {
  const { configuration, from, atApproval } = APPROVAL_WORDS[locale]
  const words = wordsOfSet(set)
  const changedNumbers = Object.entries(words.numbers).filter(([key]) => numbers[key] !== before.numbers[key])
  const changedLists = Object.entries(words.lists).flatMap(([name, { [locale]: label }]) => {
    const { added, removed } = listChanges(before.lists[name] ?? [], lists[name] ?? [])
    return [
      ...(added.length > 0 ? [{ label, before: null, after: `+ ${added.join(', ')}` }] : []),
      ...(removed.length > 0 ? [{ label, before: null, after: `− ${removed.join(', ')}` }] : []),
    ]
  })
  return [
    { label: configuration, before: null, after: words.title[locale] },
    ...changedNumbers.map(([key, { [locale]: label, unit, first }]) => ({
      label,
      before: textOfNumber(unit, before.numbers[key] ?? String(first), locale),
      after: textOfNumber(unit, numbers[key] ?? String(first), locale),
    })),
    ...changedLists,
    { label: from, before: null, after: fromDay === null ? atApproval : formatDay(fromDay) },
  ]
}
