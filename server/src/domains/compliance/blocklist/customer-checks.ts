/**
 * Check of existing customers against a new entry: otherwise a listed value would be found only when they send a form or save an account
 * again. The job takes some customers at a time, and stores its hits and the next job in one transaction, so it resumes there after a
 * restart.
 */
import * as z from 'zod'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import type { Jobs, RunningJob } from '../../../platform/jobs/jobs.ts'
import type { Parameters } from '../../reference/parameters/index.ts'
import type { Arrival, PresentedValues } from './blocklist.ts'
import type { OfficeContext } from './context.ts'
import { customersWith, type PresentCustomer, SOURCE, type Source } from './customer-values.ts'
import { declaredValues } from './declared-values.ts'
import { type EntryRow, findHashed } from './entry-store.ts'
import { isInForce } from './removal-approval.ts'

const LOOK_JOB = 'blacklist.look_at_customers'
const PEOPLE_AT_ONCE = 100
/** Concurrency in a process: these jobs hold connections for long. */
const PLACES = 2
const Payload = z.object({ entryId: z.uuid(), after: z.uuid().nullable() })
type Payload = z.output<typeof Payload>

interface CheckContext extends OfficeContext {
  readonly parameters: Pick<Parameters, 'identificationType'>
}

export function handleCustomerChecks(context: CheckContext, jobs: Pick<Jobs, 'handle' | 'enqueue'>): void {
  jobs.handle({
    name: LOOK_JOB,
    // An import starts hundreds of jobs over all customers: other jobs must not wait for them.
    lane: LOOK_JOB,
    places: PLACES,
    async run(payload, job) {
      await checkSome(context, jobs, Payload.parse(payload), job)
      return undefined
    },
  })
}

/** Enqueued in the entry's own transaction. Networks have no owner: they are checked at the sign-in. */
export async function enqueueCustomerCheck(
  jobs: Pick<Jobs, 'enqueue'>,
  tx: Transaction,
  { id, kind }: Pick<EntryRow, 'id' | 'kind'>,
): Promise<void> {
  if (SOURCE[kind] !== null) await continueCheck(jobs, tx, { entryId: id, after: null })
}

const continueCheck = (jobs: Pick<Jobs, 'enqueue'>, tx: Transaction, payload: Payload) =>
  jobs.enqueue(tx, { name: LOOK_JOB, key: `${payload.entryId} ${payload.after ?? 'first'}`, payload })

async function checkSome(
  context: CheckContext,
  jobs: Pick<Jobs, 'enqueue'>,
  { entryId, after }: Payload,
  { lease }: Pick<RunningJob, 'lease'>,
): Promise<void> {
  const entry = await findHashed(context.db, entryId)
  const source = entry && SOURCE[entry.kind]
  // Expired or removed meanwhile, so the entry has no effect.
  if (!entry || !source || !isInForce(entry, context.clock.now())) return
  const people = await customersWith(context.db, { source, after, limit: PEOPLE_AT_ONCE })
  const arrivals: Arrival[] = []
  for (const person of people)
    arrivals.push({ ...(await shownBy(context, source, person)), place: 'customer', accountId: person.accountId })
  await inTransaction(context.db, async (tx) => {
    await lease.fence(tx)
    await context.blackList.recordHitsOf(tx, entry, arrivals)
    const last = people.at(-1)
    if (last) await continueCheck(jobs, tx, { entryId, after: last.accountId })
  })
}

const bankAccountOf = (value: string) => ({
  bankId: Number(value.slice(0, value.indexOf(' '))),
  number: value.slice(value.indexOf(' ') + 1),
})
async function shownBy(
  { kyc, parameters }: CheckContext,
  source: Source,
  { accountId, values }: PresentCustomer,
): Promise<PresentedValues> {
  if (source === 'bankAccounts') return { bankAccounts: values.map(bankAccountOf) }
  if (source !== 'declared') return { [source]: values }
  // During a renewal the accepted data of the customer counts too.
  const facts = await kyc.reviewFacts(accountId)
  return declaredValues([facts.declared, facts.acceptedBefore], facts, (id) => parameters.identificationType(id)?.code)
}
