/** HTTP routes of the black list. */
import { type BlackListEntry, type BlackListFilters, blackList as contract } from '@tunjo/contract/black-list'
import { validate as isUuid } from 'uuid'
import { type PersonActor, personActor } from '../../platform/audit/index.ts'
import { inTransaction } from '../../platform/database.ts'
import { dateForPeople } from '../../platform/date-for-people.ts'
import { implement, type Route } from '../../platform/http/route.ts'
import { type Page, pageOf } from '../../platform/list-query.ts'
import { checkReason } from '../../platform/officer-reason.ts'
import type { Allowance } from '../../platform/rate-limit.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import { excerpt, tidyText } from '../../platform/visible-text.ts'
import { addEntry, listedValue } from './add-entry.ts'
import type { OfficeContext } from './context.ts'
import { findEntry, type ListedRow, listEntries } from './entry-store.ts'
import { KIND } from './follow-hit.ts'
import { isInForce, REMOVE_APPROVAL } from './remove-entry.ts'

/** Far above a person at work; far below a program that asks for everybody, or puts everybody on it. */
const SEARCH_ALLOWANCE: Allowance = { tries: 120, windowMs: 60_000 }
const CHANGE_ALLOWANCE: Allowance = { tries: 60, windowMs: 3_600_000 }

export function blackListRoutes(context: OfficeContext): Route[] {
  const { db, clock, approvals, rateLimit } = context
  const entryOf = async (id: string) => (isUuid(id) ? await findEntry(db, id) : null) ?? refuse('request.not_found')
  const take = (kind: string, key: string, allowance: Allowance) => rateLimit.take([{ kind, key, allowance }], 'request.too_many')
  return implement(
    contract,
    {
      async blackListEntries({ caller, http, body }) {
        await take('blacklist-search', caller.accountId, SEARCH_ALLOWANCE)
        return search(context, { ...body, actor: personActor(caller, http) })
      },
      async addToBlackList({ caller, http, body: { kind, value, reason, expiresOn } }) {
        refuseIf(checkReason(reason))
        await take('blacklist-change', caller.accountId, CHANGE_ALLOWANCE)
        const added = await addEntry(context, { kind, value, reason: tidyText(reason), expiresOn, actor: personActor(caller, http) })
        return { ...shown({ ...added, hits: 0, lastHitAt: null }, clock.now()), removalWaits: false }
      },
      async removeFromBlackList({ caller, params, body: { reason } }) {
        refuseIf(checkReason(reason))
        await take('blacklist-change', caller.accountId, CHANGE_ALLOWANCE)
        const { id: entryId } = await entryOf(params.id)
        return approvals.perform(REMOVE_APPROVAL, { params: { entryId }, caller, reason: tidyText(reason) })
      },
    },
    {
      async addToBlackList({ body: { kind, value, reason, expiresOn } }) {
        const details = [
          { label: 'Tipo', value: KIND[kind] },
          { label: 'Valor', value: listedValue(kind, value).masked },
          { label: 'Hasta', value: expiresOn ?? 'Sin fecha' },
          { label: 'Motivo', value: excerpt(reason) },
        ]
        return { title: 'Poner en la lista negra', details }
      },
      async removeFromBlackList({ params, body }) {
        const { kind, masked, addedAt } = await entryOf(params.id)
        const details = [
          { label: 'Registro', value: `${KIND[kind]} ${masked}` },
          { label: 'Desde', value: dateForPeople(addedAt) },
          { label: 'Motivo', value: excerpt(body.reason) },
        ]
        return { title: 'Pedir que se retire de la lista negra', details }
      },
    },
  )
}

interface Search extends BlackListFilters {
  readonly pageIndex: number
  readonly size: number
  readonly actor: PersonActor
}
async function search(
  { db, clock, audit, blackList, approvals }: OfficeContext,
  { kind, state, value, pageIndex, size, actor }: Search,
): Promise<Page<BlackListEntry>> {
  if (value !== undefined && !kind) refuse('request.invalid')
  const looked = kind && value !== undefined ? listedValue(kind, value) : null
  const after = { kind: kind ?? null, state: state ?? null, masked: looked?.masked ?? null }
  const entry = { actor, action: 'blacklist.searched', object: { type: 'black_list', id: 'all' }, after } as const
  await inTransaction(db, (tx) => audit.record(tx, entry))
  const hash = kind && looked ? blackList.hashOf(kind, looked.text) : null
  const now = clock.now()
  // A cédula that is looked for as a NIT is the same value.
  const wanted = { kind: hash ? null : (kind ?? null), state: state ?? null, hash }
  const { rows, total } = await listEntries(db, { ...wanted, now, offset: pageIndex * size, size })
  const ids = rows.map(({ id }) => id)
  const waiting = await approvals.waitingTargets(db, REMOVE_APPROVAL, ids)
  return pageOf(
    rows.map((row) => ({ ...shown(row, now), removalWaits: waiting.has(row.id) })),
    total,
    size,
  )
}

function shown(row: ListedRow, now: Date): Omit<BlackListEntry, 'removalWaits'> {
  const { id, kind, masked, reason, addedAt, expiresAt, removedAt, hits, lastHitAt } = row
  const state = isInForce(row, now) ? 'in_force' : removedAt && removedAt.getTime() !== expiresAt?.getTime() ? 'removed' : 'expired'
  const times = { addedAt: addedAt.toISOString(), expiresAt: expiresAt?.toISOString() ?? null, lastHitAt: lastHitAt?.toISOString() ?? null }
  return { id, kind, masked, reason, state, hits, ...times }
}
