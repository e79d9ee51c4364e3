/** HTTP routes of screening: lists and hits. */

import type { Locale } from '@tunjo/contract/locales'
import { screening as contract, LISTS, type ListName, type PersonScreening, type ScreeningHit } from '@tunjo/contract/screening'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../platform/audit/index.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { ApprovalOutcome } from '../../../platform/http/guards/approval.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import { excerpt, tidyText } from '../../../platform/phrases/visible-text.ts'
import { CASE_WORDS } from './case-words.ts'
import type { ScreeningContext } from './context.ts'
import { numbersOf, toListedFacts } from './listed-facts.ts'
import { coverage, toListFile } from './lists/coverage.ts'
import { findFile } from './lists/file-store.ts'
import { createListChangesReader } from './lists/list-changes.ts'
import { newestVersions } from './lists/list-store.ts'
import { LIST_WORDS } from './lists/list-words.ts'
import { countsText, LOAD_APPROVAL } from './lists/load-approval.ts'
import { receiveList } from './lists/receive-list.ts'
import { confirmHit, DISCARD_APPROVAL } from './people/hit-decisions.ts'
import { countHits, findHit, type HitRow, hitsOf, lastScreening, markSeen } from './people/hit-store.ts'
import { personOf, recordView } from './viewed-person.ts'

export function screeningRoutes(context: ScreeningContext): Route[] {
  const { db, approvals } = context
  const changes = createListChangesReader()
  const hitOf = async (id: string) => (isUuid(id) ? await findHit(db, id) : null) ?? refuse('request.not_found')
  return implement(
    contract,
    {
      screeningCoverage: () => coverage(context),
      async sendListFile({ caller, params, bytes, http }) {
        return toListFile(await receiveList(context, { list: params.list, content: bytes, actor: personActor(caller, http) }))
      },
      listChanges: ({ params, query }) => changes.read(db, { ...params, ...query }),
      async loadList({ caller, operation, params: { list }, body }) {
        const reason = tidyText(body.reason)
        return approvals.perform(LOAD_APPROVAL, { params: { list, fileId: body.fileId }, caller, operation, reason })
      },
      async screeningHits({ caller, http, query: { userId, ...page } }) {
        const { id } = await personOf(context, caller, userId)
        await recordView(context, { caller, http, accountId: id, part: 'screening' })
        const answer = await personScreening(context, id, page)
        // Those of the other pages were not seen.
        await markSeen(db, id, answer.hits.map((hit) => hit.id), context.clock.now()) // biome-ignore format: one call
        return answer
      },
      async openHits({ caller, http, query: { userId } }) {
        const { id } = await personOf(context, caller, userId)
        await recordView(context, { caller, http, accountId: id, part: 'open_hits' })
        return (await countHits(db, id)).open
      },
      async confirmHit({ caller, http, params, body }) {
        const reason = tidyText(body.reason)
        const { id: hitId } = await hitOf(params.id)
        return shown(await confirmHit(context, { hitId, reason, actor: personActor(caller, http) }))
      },
      async discardHit({ caller, operation, params, body }) {
        const reason = tidyText(body.reason)
        const { id: hitId, accountId } = await hitOf(params.id)
        if (accountId === caller.accountId) refuse('compliance.own_account')
        const { outcome } = await approvals.perform<HitRow>(DISCARD_APPROVAL, { params: { hitId, accountId }, caller, operation, reason })
        return new ApprovalOutcome(outcome.isDone ? { isDone: true, answer: shown(outcome.answer) } : outcome)
      },
    },
    {
      loadList: ({ params: { list }, body, locale }) => loadStepUp(db, { list, ...body }, locale),
      confirmHit: async ({ params, body, locale }) => stepUpOf('confirmHit', await hitOf(params.id), body.reason, locale),
      discardHit: async ({ params, body, locale }) => stepUpOf('discardHit', await hitOf(params.id), body.reason, locale),
    },
  )
}

async function loadStepUp(db: Connection, { list, fileId, reason }: { list: ListName; fileId: string; reason: string }, locale: Locale) {
  const words = CASE_WORDS[locale].confirmation
  const file = await findFile(db, fileId)
  if (file?.list !== list) refuse('screening.file_replaced')
  const details = [
    { label: words.list, value: LIST_WORDS[locale].sources[list] },
    { label: words.entries, value: countsText(file, LIST_WORDS[locale]) },
    { label: words.digest, value: file.sha256 },
    { label: words.reason, value: excerpt(reason) },
  ]
  return { title: words.loadList, details }
}

function stepUpOf(decision: 'confirmHit' | 'discardHit', { facts }: HitRow, reason: string, locale: Locale) {
  const words = CASE_WORDS[locale].confirmation
  const details = [
    { label: words.customer, value: facts.party.names[0] ?? '' },
    { label: words.listed, value: facts.entry.names[0] ?? '' },
    { label: words.reason, value: excerpt(reason) },
  ]
  return { title: words[decision], details }
}

async function personScreening(
  { db, approvals }: ScreeningContext,
  accountId: string,
  page: { readonly pageIndex: number; readonly size: number },
): Promise<PersonScreening> {
  const { results: hits, pagesNumber, open } = await hitsOf(db, accountId, page)
  const [last, versions] = [await lastScreening(db, accountId), await newestVersions(db)]
  const waiting = await approvals.waitingTargets(
    db,
    DISCARD_APPROVAL,
    hits.map(({ id }) => id),
  )
  return {
    screenedAt: last?.screenedAt?.toISOString() ?? null,
    lists: LISTS.filter((list) => versions.some((version) => version.list === list && version.id === last?.versions[list])),
    hits: hits.map((hit) => ({ ...shown(hit), discardWaits: waiting.has(hit.id) })),
    pagesNumber,
    open,
  }
}

function shown({ facts: { party, entry, explanation }, ...hit }: HitRow): ScreeningHit {
  const { id, list, entryId, score, severity, state, about, reason } = hit
  const person = { name: party.names[0] ?? '', birthYear: party.birthYear, country: party.country, identifiers: numbersOf(party) }
  const times = { foundAt: hit.foundAt.toISOString(), decidedAt: hit.decidedAt?.toISOString() ?? null }
  return {
    id,
    list,
    entryId,
    score,
    severity,
    state,
    about,
    listed: toListedFacts(entry),
    person,
    roles: [...(party.roles ?? [])],
    explanation: [...explanation],
    ...times,
    reason,
  }
}
