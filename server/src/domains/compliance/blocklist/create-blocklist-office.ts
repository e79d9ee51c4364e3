/** Composition of the officers' side: their calls, the check of submitted forms, and the consequences of a hit. */
import { inTransaction } from '../../../platform/database/database.ts'
import type { MountedModule, Platform } from '../../../platform/module.ts'
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import type { Parameters } from '../../reference/parameters/index.ts'
import type { OfficeContext, OfficeDependencies } from './context.ts'
import { handleCustomerChecks } from './customer-checks.ts'
import { declaredValues } from './declared-values.ts'
import { countEntries } from './entry-store.ts'
import { followHit } from './follow-hit.ts'
import { REMOVE_APPROVAL, removeApproval } from './removal-approval.ts'
import { blocklistRoutes } from './routes.ts'

/** Measures, also published as `blacklist{signal="…"}` for one more release. */
const MEASURES = declareMeasures(
  'blocklist',
  {
    entries: { help: 'Entries of the blocklist in force' },
    entries_of_another_key: {
      help: 'Entries of the blocklist that another SECRETS_KEY made and that match no customer',
      rules: [
        {
          alert: 'BlocklistKeyChanged',
          when: '> 0',
          severity: 'page',
          summary: '{{ $value }} entries of the blocklist match no customer: SECRETS_KEY was changed',
        },
      ],
    },
    hits_of_day: {
      help: 'Customers and places of 24 hours that matched an entry of the blocklist',
      rules: [
        {
          alert: 'BlocklistHitsRise',
          expr: 'max without (instance) (tunjo_blocklist_hits_of_day > 20 and tunjo_blocklist_hits_of_day > 3 * (tunjo_blocklist_hits_of_day offset 1d))',
          severity: 'ticket',
          summary: 'The blocklist matches far more than on the day before',
        },
      ],
    },
  },
  (signal) => ({ name: 'blacklist', labels: { signal } }),
)

export function createBlocklistOffice(
  { db, clock, audit, jobs, outbox }: Pick<Platform, 'db' | 'clock' | 'audit' | 'jobs' | 'outbox'>,
  { parameters, ...dependencies }: OfficeDependencies & { parameters: Pick<Parameters, 'identificationType'> },
): MountedModule & { readonly figures: Gauges } {
  const context: OfficeContext = { db, clock, audit, jobs, ...dependencies }
  const lookAtShown = async ({ accountId }: { accountId: string }) => {
    const facts = await context.kyc.reviewFacts(accountId)
    const shown = declaredValues([facts.declared], facts, (id) => parameters.identificationType(id)?.code)
    await inTransaction(db, (tx) => context.blackList.recordHits(tx, { ...shown, place: 'verification', accountId }))
  }
  outbox.on('kyc.form_sent', 'blacklist', lookAtShown)
  outbox.on('kyc.representatives_written', 'blacklist', lookAtShown)
  outbox.on('blacklist.hit', 'blacklist', (hit) => inTransaction(db, (tx) => followHit(context, tx, hit)))
  handleCustomerChecks({ ...context, parameters }, jobs)
  context.approvals.register(REMOVE_APPROVAL, removeApproval(context))
  return { name: 'blacklist', routes: blocklistRoutes(context), figures: figuresOf(context) }
}

const figuresOf = ({ db, clock, blackList }: OfficeContext): Gauges => ({
  measures: MEASURES,
  async read() {
    const { inForce, unreadable, hitsOfDay } = await countEntries(db, blackList.keyId, clock.now())
    return { entries: inForce, entries_of_another_key: unreadable, hits_of_day: hitsOfDay }
  },
})
