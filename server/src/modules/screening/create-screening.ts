/** Composition of screening: on what was sent, every night, and on what officers load. */
import { type Connection, inTransaction, type Transaction } from '../../platform/database.ts'
import type { Figures } from '../../platform/figures.ts'
import type { MountedModule, Platform } from '../../platform/module.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import type { Parameters } from '../parameters/index.ts'
import { type AddressSanction, isSanctioned, type MetAddress, meetAddress } from './chain-addresses/meet-address.ts'
import { handleAddresses, nightlyAddressRun } from './chain-addresses/screen-addresses.ts'
import type { ScreeningContext, ScreeningDependencies } from './context.ts'
import { countEffect } from './count-effect.ts'
import { screeningFigures } from './figures.ts'
import { FETCH_EVERY_MS, fetchLists, LIST_FETCHER } from './lists/fetch-lists.ts'
import { LOAD_APPROVAL, loadApproval } from './lists/load-list.ts'
import { dropOldFiles } from './lists/receive-list.ts'
import { readListSources } from './lists/source-settings.ts'
import { DISCARD_APPROVAL, discardApproval, SCREEN_JOB, ScreenJob } from './people/decide.ts'
import { lockSubject, markScreened, openHits, openRun, putSubject } from './people/hit-store.ts'
import { RESCREEN_JOB, rescreen, resumeRun, startRun } from './people/rescreen.ts'
import { noteSanctionedSender, type SanctionedSender } from './people/sanctioned-sender.ts'
import { scoresAt } from './people/scores.ts'
import { isPayerListed, type MetPayer } from './people/screen-payer.ts'
import { screenPerson } from './people/screen-person.ts'
import { createScreenerCache, type ScreenerCache } from './people/screener-cache.ts'
import { subjectParties } from './people/subject.ts'
import { screeningRoutes } from './routes.ts'

const DAY_MS = 86_400_000

export interface Screening extends MountedModule {
  readonly figures: Figures
  /** Begins a run over everybody, unless one is under way. */
  screenEverybody(): Promise<void>
  /** Looks at each address of a list whose look is due. */
  fetchLists(): Promise<void>
  /** Of an address of a chain. `no_list`: nobody loaded one that has addresses, which is no answer about it. */
  isSanctioned(connection: Connection, address: string): Promise<AddressSanction>
  /** Of one that somebody wants to pay: when it is listed they are stopped and officers are told, whatever becomes of the caller's transaction. */
  meetAddress(connection: Connection, met: MetAddress): Promise<AddressSanction>
  /** Somebody got tokens from a listed address: they are stopped and officers are told, in this transaction. */
  noteSanctionedSender(tx: Transaction, sender: SanctionedSender): Promise<void>
  /** So that the first payer of a statement does not wait for the index in a transaction. */
  preparePayers(): Promise<void>
  /** Of who paid a transfer: on a list of sanctions, or like one of it. It is a hit of the customer who gets it. */
  isPayerListed(tx: Transaction, payer: MetPayer): Promise<boolean>
  /** Ends its threads. */
  stop(): Promise<void>
}

export function createScreening(
  { db, clock, audit, jobs, outbox, env, settings }: Pick<Platform, 'db' | 'clock' | 'audit' | 'jobs' | 'outbox' | 'env' | 'settings'>,
  { parameters, ...dependencies }: ScreeningDependencies & { parameters: Pick<Parameters, 'identificationType'> },
): Screening {
  const listSources = readListSources(env, settings)
  const rateLimit = createRateLimit({ db, clock })
  const context: ScreeningContext = { db, clock, audit, jobs, outbox, ...dependencies, rateLimit, listSources }
  context.configuration.countsEffect('screening', countEffect)
  const cache = createScreenerCache()
  const screenSubject = ({ accountId }: { accountId: string }) => screenForm(context, cache, parameters, accountId)
  outbox.on('kyc.form_sent', 'screening', screenSubject)
  outbox.on('kyc.representatives_written', 'screening', screenSubject)
  // Whoever was accepted before is nobody who is paid any more.
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
  const screenEverybody = () => inTransaction(db, (tx) => nightlyRun(context, tx))
  jobs.schedule({ name: 'screening.everybody', everyMs: DAY_MS, run: screenEverybody })
  jobs.schedule({ name: 'screening.old_files', everyMs: DAY_MS, run: () => dropOldFiles(context) })
  jobs.schedule({ name: LIST_FETCHER, everyMs: FETCH_EVERY_MS, run: () => fetchLists(context) })
  context.approvals.register(DISCARD_APPROVAL, discardApproval(context))
  context.approvals.register(LOAD_APPROVAL, loadApproval(context))
  return {
    name: 'screening',
    routes: screeningRoutes(context),
    figures: screeningFigures(context),
    screenEverybody,
    fetchLists: () => fetchLists(context),
    isSanctioned,
    noteSanctionedSender: (tx, sender) => noteSanctionedSender(context, tx, sender),
    meetAddress: (connection, met) => meetAddress(context, connection, met),
    preparePayers: async () => (await cache.listsOf(db, null)).prepare(1),
    isPayerListed: (tx, payer) => isPayerListed(context, cache, tx, payer),
    stop: () => cache.stop(),
  }
}

/** On what was sent, when it takes the place of what was accepted before, and when a hit is discarded: the person, and whoever belongs to a company. */
async function screenForm(
  context: ScreeningContext,
  cache: ScreenerCache,
  parameters: Pick<Parameters, 'identificationType'>,
  accountId: string,
): Promise<void> {
  await (await cache.listsOf(context.db, null)).prepare(1)
  await inTransaction(context.db, async (tx) => {
    // Another screening of theirs waits here, and what is read afterwards is not older than what that one read. Before the first one there is
    // no row to lock, and no hit. Whoever decides about an open hit waits for its row, which `openHits` locks.
    await lockSubject(tx, accountId)
    const facts = await context.kyc.reviewFacts(accountId, tx)
    const undecided = (await openHits(tx, accountId)).map((hit) => hit.facts.party)
    const parties = subjectParties(facts, (id) => parameters.identificationType(id)?.code, undecided)
    if (parties.length === 0) return
    await putSubject(tx, { accountId, parties })
    const lists = await cache.listsOf(tx, null)
    const scores = await scoresAt(context, tx, context.clock.now())
    const [found = []] = await lists.screen([parties], scores)
    await screenPerson(context, tx, accountId, { found, version: null, scores })
    await markScreened(tx, [accountId], lists.versions, context.clock.now())
  })
}

/** One at a time: the one that is under way is late. One whose job was set aside is taken up again where it was, never lost. */
async function nightlyRun(context: ScreeningContext, tx: Transaction): Promise<void> {
  await nightlyAddressRun(context, tx)
  const run = await openRun(tx)
  if (!run) return startRun(context, tx, null)
  if (context.clock.now().getTime() - run.startedAt.getTime() >= DAY_MS) await resumeRun(context, tx, run)
}
