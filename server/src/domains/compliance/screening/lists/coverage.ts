/** Status of the lists (ADM-13): version and age in force, newer files of the publishers, and progress of the comparison with customers. */
import { LISTS, type ListCoverage, type ListFile, type ListName, type ScreeningCoverage } from '@tunjo/contract/screening'
import type * as z from 'zod'
import { lastAddressRun } from '../chain-addresses/address-hit-store.ts'
import type { ScreeningContext } from '../context.ts'
import { coverageOfPeople, openRun, screenedAgainst } from '../people/hit-store.ts'
import { listFetches } from './fetch-store.ts'
import { fileOfList, type ListFileRow } from './file-store.ts'
import { newestVersions } from './list-store.ts'
import { LOAD_APPROVAL } from './load-approval.ts'

export async function coverage(context: ScreeningContext): Promise<ScreeningCoverage> {
  const { db, approvals } = context
  const [{ people, oldest }, run] = [await coverageOfPeople(db), await openRun(db)]
  const waiting = await approvals.waitingTargets(db, LOAD_APPROVAL, LISTS)
  const lists = await Promise.all(LISTS.map((list) => coverageOf(context, list, waiting.has(list))))
  const shownRun = run && { done: run.done, total: run.total, startedAt: run.startedAt.toISOString() }
  const last = await lastAddressRun(db)
  const addresses = last && {
    found: last.found,
    startedAt: last.startedAt.toISOString(),
    finishedAt: last.finishedAt?.toISOString() ?? null,
  }
  return { lists, people, oldest: oldest?.toISOString() ?? null, run: shownRun, addresses }
}

async function coverageOf(
  { db, clock, listSources }: ScreeningContext,
  list: ListName,
  loadWaits: boolean,
): Promise<z.output<typeof ListCoverage>> {
  const version = (await newestVersions(db)).find((one) => one.list === list)
  const file = await fileOfList(db, list)
  const look = (await listFetches(db, clock.now())).find((one) => one.list === list)
  const common = {
    list,
    loadWaits,
    asked: file && loadWaits ? toListFile(file) : null,
    fetched: file?.isFetched && !loadWaits ? { ...toListFile(file), fetchedAt: file.sentAt.toISOString() } : null,
    fetch:
      look && listSources[list].length > 0
        ? { triedAt: look.triedAt.toISOString(), fetchedAt: look.fetchedAt?.toISOString() ?? null, problem: look.problem }
        : null,
  }
  if (!version) return { ...common, version: null, screened: 0 }
  const { loadedAt, list: _list, ...facts } = version
  return {
    ...common,
    version: { ...facts, loadedAt: loadedAt.toISOString() },
    screened: await screenedAgainst(db, list, version.id),
  }
}

export const toListFile = ({ sentAt: _sentAt, isFetched: _isFetched, ...file }: ListFileRow): ListFile => file
