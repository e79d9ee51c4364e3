/** HTTP routes of the configuration. */

import { configuration as contract } from '@tunjo/contract/configuration'
import { isSetName, type SetName, wordsOfSet } from '@tunjo/contract/configuration-catalogue'
import { VersionNumbers } from '@tunjo/contract/version-decision'
import type { NumberValues } from '@tunjo/contract/versioned-numbers'
import { refuse, refuseIf } from '../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import { excerpt, tidyText } from '../../../platform/phrases/visible-text.ts'
import { APPROVAL_WORDS } from './approval-words.ts'
import { CHANGE_APPROVAL, changesOf, checkContent } from './change-approval.ts'
import type { ConfigurationContext } from './context.ts'
import { presentSet, presentSets } from './present-sets.ts'
import { checkNumbers } from './rules.ts'
import { firstVersion, versionsOf } from './version-store.ts'

const known = (name: string): SetName => (isSetName(name) ? name : refuse('request.not_found'))

export function configurationRoutes(context: ConfigurationContext): Route[] {
  const { db, approvals, clock, seals } = context
  return implement(
    contract,
    {
      sets: () => presentSets(context),
      set: async ({ params }) => presentSet(context, known(params.set)),
      async effect({ params, query }) {
        const set = known(params.set)
        const numbers = numbersOf(query.numbers)
        refuseIf(checkNumbers(wordsOfSet(set), numbers))
        const count = context.effects.get(set)
        return count ? [...(await count(db, numbers, clock.now()))] : []
      },
      async changeSet({ caller, operation, params, body: { reason, ...wanted } }) {
        return approvals.perform(CHANGE_APPROVAL, {
          params: { set: known(params.set), ...wanted },
          caller,
          operation,
          reason: tidyText(reason),
        })
      },
    },
    {
      async changeSet({ params, body: { reason, ...wanted }, locale }) {
        const words = APPROVAL_WORDS[locale]
        const set = known(params.set)
        refuseIf(checkContent(context, set, wanted))
        const newest = (await versionsOf(db, seals, set)).at(-1) ?? firstVersion(set)
        const details = changesOf(set, newest, { ...wanted, locale }).map(({ label, before, after }) => ({
          label,
          value: before === null ? after : `${before} → ${after}`,
        }))
        return { title: words.title, details: [...details, { label: words.reason, value: excerpt(reason) }] }
      },
    },
  )
}

function numbersOf(text: string): NumberValues {
  try {
    return VersionNumbers.parse(JSON.parse(text))
  } catch {
    return refuse('request.invalid')
  }
}
