/** Composition of screening: on what was sent, every night, and on what officers load. */
import { type Connection, inTransaction, type Transaction } from '../../platform/database.ts'
import type { Figures } from '../../platform/figures.ts'
import type { MountedModule, Platform } from '../../platform/module.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import type { Parameters } from '../parameters/index.ts'
import type { ScreeningContext, ScreeningDependencies } from './context.ts'
import { screeningFigures } from './figures.ts'
import { FETCH_EVERY_MS, fetchLists, LIST_FETCHER } from './lists/fetch-lists.ts'
import { isListed, knowsAddresses } from './lists/list-store.ts'
import { LOAD_APPROVAL, loadApproval } from './lists/load-list.ts'
import { dropOldFiles } from './lists/receive-list.ts'
import { readListSources } from './lists/source-settings.ts'
import { DISCARD_APPROVAL, discardApproval } from './people/decide.ts'
import { markScreened, openRun, putSubject } from './people/hit-store.ts'
import { RESCREEN_JOB, rescreen, resumeRun, startRun } from './people/rescreen.ts'
import { screenPerson } from './people/screen-person.ts'
import { createScreenerCache } from './people/screener-cache.ts'
import { partiesOf } from './people/subject.ts'
import { screeningRoutes } from './routes.ts'

const DAY_MS = 86_400_000

export interface Screening extends MountedModule {
  readonly figures: Figures
  /** Begins a run over everybody, unless one is under way. */
  screenEverybody(): Promise<void>
  /** Looks at each address of a list whose look is due. */
  fetchLists(): Promise<void>
  /** Of an address of a chain. `no_list`: nobody loaded one that has addresses, which is no answer about it. */
  isSanctioned(connection: Connection, address: string): Promise<'clear' | 'listed' | 'no_list'>
  /** Ends its threads. */
  stop(): Promise<void>
}

export function createScreening(
  { db, clock, audit, jobs, outbox, env, settings }: Pick<Platform, 'db' | 'clock' | 'audit' | 'jobs' | 'outbox' | 'env' | 'settings'>,
  { parameters, ...dependencies }: ScreeningDependencies & { parameters: Pick<Parameters, 'identificationType'> },
): Screening {
  const listSources = readListSources(env, settings)
  const rateLimit = createRateLimit({ db, clock })
  const context: ScreeningContext = { db, clock, audit, jobs, ...dependencies, rateLimit, listSources }
  const cache = createScreenerCache()
  outbox.on('kyc.form_sent', 'screening', async ({ accountId }) => {
    const { declared } = await context.kyc.reviewFacts(accountId)
    const subject = { accountId, parties: partiesOf(declared, (id) => parameters.identificationType(id)?.code) }
    if (subject.parties.length === 0) return
    await (await cache.listsOf(db, null)).prepare(1)
    await inTransaction(db, async (tx) => {
      await putSubject(tx, subject)
      const lists = await cache.listsOf(tx, null)
      const [found = []] = await lists.screen([subject.parties])
      await screenPerson(context, tx, accountId, { found, version: null })
      await markScreened(tx, [accountId], lists.versions, clock.now())
    })
  })
  jobs.handle({
    name: RESCREEN_JOB,
    async run(payload, job) {
      await rescreen(context, cache, payload, job)
      return undefined
    },
  })
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
    stop: () => cache.stop(),
  }
}

/** One at a time: the one that is under way is late. One whose job was set aside is taken up again where it was, never lost. */
async function nightlyRun(context: ScreeningContext, tx: Transaction): Promise<void> {
  const run = await openRun(tx)
  if (!run) return startRun(context, tx, null)
  if (context.clock.now().getTime() - run.startedAt.getTime() >= DAY_MS) await resumeRun(context, tx, run)
}

async function isSanctioned(connection: Connection, value: string) {
  if (await isListed(connection, { kind: 'crypto_address', value })) return 'listed'
  return (await knowsAddresses(connection)) ? 'clear' : 'no_list'
}
