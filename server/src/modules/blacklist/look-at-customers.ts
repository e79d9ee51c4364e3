/**
 * Who is a customer already and comes with a new entry: a listed value would otherwise be met only when they send a form or save an account
 * again. A job for some people at a time, which writes what it found and the next job in one transaction: it goes on there after a restart.
 */
import * as z from 'zod'
import { inTransaction, type Transaction } from '../../platform/database.ts'
import type { Jobs, RunningJob } from '../../platform/jobs.ts'
import type { Parameters } from '../parameters/index.ts'
import type { Arrival, PresentedValues } from './black-list.ts'
import type { OfficeContext } from './context.ts'
import { type EntryRow, findHashed } from './entry-store.ts'
import { customersWith, type PresentCustomer, SOURCE, type Source } from './present-customers.ts'
import { isInForce } from './remove-entry.ts'
import { shownIn } from './shown-in-forms.ts'

const LOOK_JOB = 'blacklist.look_at_customers'
const PEOPLE_AT_ONCE = 100
/** At once on a process: they hold connections for long. */
const PLACES = 2
const Payload = z.object({ entryId: z.uuid(), after: z.uuid().nullable() })
type Payload = z.output<typeof Payload>

interface LookContext extends OfficeContext {
  readonly parameters: Pick<Parameters, 'identificationType'>
}

export function handleLooks(context: LookContext, jobs: Pick<Jobs, 'handle' | 'enqueue'>): void {
  jobs.handle({
    name: LOOK_JOB,
    // An import starts hundreds, each of which asks for everybody: nothing else is to wait for them.
    lane: LOOK_JOB,
    places: PLACES,
    async run(payload, job) {
      await lookAtSome(context, jobs, Payload.parse(payload), job)
      return undefined
    },
  })
}

/** With the entry's own transaction. Networks belong to nobody: who enters shows them. */
export async function startLook(jobs: Pick<Jobs, 'enqueue'>, tx: Transaction, { id, kind }: Pick<EntryRow, 'id' | 'kind'>): Promise<void> {
  if (SOURCE[kind] !== null) await lookOn(jobs, tx, { entryId: id, after: null })
}

const lookOn = (jobs: Pick<Jobs, 'enqueue'>, tx: Transaction, payload: Payload) =>
  jobs.enqueue(tx, { name: LOOK_JOB, key: `${payload.entryId} ${payload.after ?? 'first'}`, payload })

async function lookAtSome(
  context: LookContext,
  jobs: Pick<Jobs, 'enqueue'>,
  { entryId, after }: Payload,
  { lease }: Pick<RunningJob, 'lease'>,
): Promise<void> {
  const entry = await findHashed(context.db, entryId)
  const source = entry && SOURCE[entry.kind]
  // Over or taken off meanwhile: nobody is held to it any more.
  if (!entry || !source || !isInForce(entry, context.clock.now())) return
  const people = await customersWith(context.db, { source, after, limit: PEOPLE_AT_ONCE })
  const arrivals: Arrival[] = []
  for (const person of people)
    arrivals.push({ ...(await shownBy(context, source, person)), place: 'customer', accountId: person.accountId })
  await inTransaction(context.db, async (tx) => {
    await lease.fence(tx)
    await context.blackList.recordHitsOf(tx, entry, arrivals)
    const last = people.at(-1)
    if (last) await lookOn(jobs, tx, { entryId, after: last.accountId })
  })
}

const bankAccountOf = (value: string) => ({
  bankId: Number(value.slice(0, value.indexOf(' '))),
  number: value.slice(value.indexOf(' ') + 1),
})
async function shownBy({ kyc, parameters }: LookContext, source: Source, { accountId, values }: PresentCustomer): Promise<PresentedValues> {
  if (source === 'bankAccounts') return { bankAccounts: values.map(bankAccountOf) }
  if (source !== 'declared') return { [source]: values }
  // Until a renewal is over its person is known by what was accepted before it too.
  const facts = await kyc.reviewFacts(accountId)
  return shownIn([facts.declared, facts.acceptedBefore], facts, (id) => parameters.identificationType(id)?.code)
}
