/** Composition of screening: after each form, every night, and after each list that officers load. */
import { type Connection, inTransaction, type Transaction } from '../../../platform/database/database.ts'
import type { MountedModule, Platform } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import type { Parameters } from '../../reference/parameters/index.ts'
import { handleAddresses, nightlyAddressRun } from './chain-addresses/address-run.ts'
import { type AddressAttempt, type AddressSanction, isSanctioned, screenAddress } from './chain-addresses/screen-address.ts'
import type { ScreeningContext, ScreeningDependencies } from './context.ts'
import { countEffect } from './count-effect.ts'
import { screeningFigures } from './figures.ts'
import { FETCH_EVERY_MS, fetchLists, LIST_FETCHER } from './lists/fetch-lists.ts'
import { LOAD_APPROVAL, loadApproval } from './lists/load-approval.ts'
import { dropOldFiles } from './lists/receive-list.ts'
import { readListSources } from './lists/source-settings.ts'
import { DISCARD_APPROVAL, discardApproval, SCREEN_JOB, ScreenJob } from './people/hit-decisions.ts'
import { knownEntries, lockSubject, markScreened, openHits, openRun, putSubject } from './people/hit-store.ts'
import { isPayerListed, type PayerToScreen } from './people/payer-screening.ts'
import { RESCREEN_JOB, rescreen, resumeRun, startRun } from './people/rescreen.ts'
import { recordSanctionedSender, type SanctionedSender } from './people/sanctioned-sender.ts'
import { scoresAt } from './people/scores.ts'
import { screenPerson } from './people/screen-person.ts'
import { createScreenerCache, type ScreenerCache } from './people/screener-cache.ts'
import { subjectParties } from './people/subject.ts'
import { screeningRoutes } from './routes.ts'

const DAY_MS = 86_400_000

export interface Screening extends MountedModule {
  readonly figures: Gauges
  /** Start a run over all customers, unless one is in progress. */
  screenAllCustomers(): Promise<void>
  /** Fetch each list whose next attempt is due. */
  fetchLists(): Promise<void>
  /** Status of a blockchain address. `no_list`: no list with addresses was loaded, so the address counts neither as clear nor as listed. */
  isSanctioned(connection: Connection, address: string): Promise<AddressSanction>
  /**
   * Check an address that a customer wants to pay to. When it is listed the customer is stopped and officers are notified, even when the
   * caller's transaction rolls back.
   */
  screenAddress(connection: Connection, met: AddressAttempt): Promise<AddressSanction>
  /** Record tokens from a listed address: the customer is stopped and officers are notified, in this transaction. */
  recordSanctionedSender(tx: Transaction, sender: SanctionedSender): Promise<void>
  /** Build the index in advance, so that the first payer of a statement does not wait for it in a transaction. */
  preparePayers(): Promise<void>
  /**
   * True when the payer of a transfer is on a sanctions list, or similar to an entry. The hit belongs to the customer who receives the
   * transfer.
   */
  isPayerListed(tx: Transaction, payer: PayerToScreen): Promise<boolean>
  /** Stop the worker threads. */
  stop(): Promise<void>
}

export function createScreening(
  {
    db,
    clock,
    audit,
    jobs,
    outbox,
    env,
    settings,
    log,
  }: Pick<Platform, 'db' | 'clock' | 'audit' | 'jobs' | 'outbox' | 'env' | 'settings' | 'log'>,
  { parameters, ...dependencies }: ScreeningDependencies & { parameters: Pick<Parameters, 'identificationType'> },
): Screening {
  const listSources = readListSources(env, settings)
  const context: ScreeningContext = { db, clock, audit, jobs, outbox, log, ...dependencies, listSources }
  context.configuration.countsEffect('screening', countEffect)
  const cache = createScreenerCache()
  const screenSubject = ({ accountId }: { accountId: string }) => screenForm(context, cache, parameters, accountId)
  outbox.on('kyc.form_sent', 'screening', screenSubject)
  outbox.on('kyc.representatives_written', 'screening', screenSubject)
  // The person accepted before is no longer the one who is paid.
  outbox.on('kyc.renewal_accepted', 'screening', screenSubject)
  jobs.handle({
    name: SCREEN_JOB,
    async run(payload) {
      await screenSubject(ScreenJob.parse(payload))
      return undefined
    },
  })
  jobs.handle({
    name: RESCREEN_JOB,
    async run(payload, job) {
      await rescreen(context, cache, payload, job)
      return undefined
    },
  })
  handleAddresses(context, { jobs, outbox })
  const screenAllCustomers = () => inTransaction(db, (tx) => nightlyRun(context, tx))
  jobs.schedule({ name: 'screening.everybody', everyMs: DAY_MS, run: screenAllCustomers })
  jobs.schedule({ name: 'screening.old_files', everyMs: DAY_MS, run: () => dropOldFiles(context) })
  jobs.schedule({ name: LIST_FETCHER, everyMs: FETCH_EVERY_MS, run: () => fetchLists(context) })
  context.approvals.register(DISCARD_APPROVAL, discardApproval(context))
  context.approvals.register(LOAD_APPROVAL, loadApproval(context))
  return {
    name: 'screening',
    routes: screeningRoutes(context),
    figures: screeningFigures(context),
    screenAllCustomers,
    fetchLists: () => fetchLists(context),
    isSanctioned,
    recordSanctionedSender: (tx, sender) => recordSanctionedSender(context, tx, sender),
    screenAddress: (connection, met) => screenAddress(context, connection, met),
    preparePayers: async () => (await cache.listsOf(db, null)).prepare(1),
    isPayerListed: (tx, payer) => isPayerListed(context, cache, tx, payer),
    stop: () => cache.stop(),
  }
}

/**
 * Screen the customer and the related persons of a company: when a form is sent, when it replaces the accepted one, and when a hit is
 * discarded.
 */
async function screenForm(
  context: ScreeningContext,
  cache: ScreenerCache,
  parameters: Pick<Parameters, 'identificationType'>,
  accountId: string,
): Promise<void> {
  await (await cache.listsOf(context.db, null)).prepare(1)
  await inTransaction(context.db, async (tx) => {
    // A concurrent screening of the same customer waits here, so what is read afterwards is not older than what the other one read. Before
    // the first screening there is no row to lock, and no hit. An officer's decision about an open hit waits for its row, which `openHits`
    // locks.
    await lockSubject(tx, accountId)
    const facts = await context.kyc.reviewFacts(accountId, tx)
    const undecided = (await openHits(tx, accountId)).map((hit) => hit.facts.party)
    const parties = subjectParties(facts, (id) => parameters.identificationType(id)?.code, undecided)
    if (parties.length === 0) return
    await putSubject(tx, { accountId, parties })
    const lists = await cache.listsOf(tx, null)
    const scores = await scoresAt(context, tx, context.clock.now())
    // Read after the row of the customer is locked, so that no concurrent screening adds a hit that is not compared.
    const known = await knownEntries(tx, [accountId])
    const [found = { hits: [], cut: [] }] = await lists.screen([{ parties, known }], scores)
    await screenPerson(context, tx, accountId, { found, version: null, scores })
    await markScreened(tx, [accountId], lists.versions, context.clock.now())
  })
}

/**
 * One run at a time: when one is in progress, it is late. A run whose job failed its last attempt resumes where it was and is never lost.
 */
async function nightlyRun(context: ScreeningContext, tx: Transaction): Promise<void> {
  await nightlyAddressRun(context, tx)
  const run = await openRun(tx)
  if (!run) return startRun(context, tx, null)
  if (context.clock.now().getTime() - run.startedAt.getTime() >= DAY_MS) await resumeRun(context, tx, run)
}
