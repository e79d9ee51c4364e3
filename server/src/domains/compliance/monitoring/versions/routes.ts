/** HTTP routes of the catalogue of rules. */
import { isRuleName, wordsOfRule } from '@tunjo/contract/alert-rule-catalogue'
import { alertRules as contract } from '@tunjo/contract/alert-rules'
import { personActor } from '../../../../platform/audit/index.ts'
import { localeOf } from '../../../../platform/http/preferred-locale.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { excerpt, tidyText } from '../../../../platform/phrases/visible-text.ts'
import { backtestCountsOf } from '../backtest/backtest-reads.ts'
import type { CatalogueContext } from '../context.ts'
import type { RuleName } from '../numbers.ts'
import { catalogue, ruleDetail } from './catalogue.ts'
import { CHANGE_APPROVAL, changesOf } from './change-approval.ts'
import { CHANGE_WORDS } from './change-words.ts'
import { ruleFindings } from './findings.ts'
import { checkNumbers } from './rules.ts'
import { versionsOf } from './store.ts'
import { firstVersion } from './version.ts'

export const knownRule = (name: string): RuleName => (isRuleName(name) ? name : refuse('request.not_found'))

export function ruleRoutes(context: CatalogueContext): Route[] {
  const { db, approvals } = context
  return implement(
    contract,
    {
      rules: () => catalogue(context),
      rule: async ({ params }) => ruleDetail(context, knownRule(params.rule)),
      async ruleFindings({ caller, http, params, query }) {
        const who = { callerId: caller.accountId, actor: personActor(caller, http), locale: localeOf(http) }
        return ruleFindings(context, { rule: knownRule(params.rule), ...query, ...who })
      },
      async changeRule({ caller, operation, params, body: { reason, ...wanted } }) {
        const rule = knownRule(params.rule)
        const asked = { rule, ...wanted, tried: await backtestCountsOf(context, rule, wanted) }
        return approvals.perform(CHANGE_APPROVAL, { params: asked, caller, operation, reason: tidyText(reason) })
      },
    },
    {
      async changeRule({ params, body: { reason, ...wanted }, locale }) {
        const rule = knownRule(params.rule)
        refuseIf(checkNumbers(wordsOfRule(rule), wanted.numbers))
        const newest = (await versionsOf(db, rule)).at(-1) ?? firstVersion(rule)
        const changes = changesOf(rule, newest, wanted, locale)
        const details = changes.map(({ label, before, after }) => ({ label, value: before === null ? after : `${before} → ${after}` }))
        const words = CHANGE_WORDS[locale]
        return { title: words.request, details: [...details, { label: words.reason, value: excerpt(reason) }] }
      },
    },
  )
}
