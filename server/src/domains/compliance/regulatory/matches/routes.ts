/** Calls of officers over confirmed matches with binding lists. */
import {
  regulatoryMatches as contract,
  MATCH_AUTHORITY_NAME,
  type MatchAuthority,
  type MatchReport,
} from '@tunjo/contract/regulatory-matches'
import { validate as isUuid } from 'uuid'
import { type PersonActor, personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { pageOf } from '../../../../platform/database/list-query.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { excerpt } from '../../../../platform/phrases/visible-text.ts'
import { formatDay } from '../../../../platform/time/format-date.ts'
import type { RegulatoryContext } from '../context.ts'
import { REGULATORY_WORDS } from '../regulatory-words.ts'
import { findMatch, insertNotice, listMatches, type MatchRow, type NoticeRow, noticesOf } from './match-store.ts'
import { MATCH_OBJECT } from './open-match.ts'
import { checkNoticeDay, matchState } from './rules.ts'

export function matchRoutes(context: RegulatoryContext): Route[] {
  const { db, audit, clock } = context
  return implement(
    contract,
    {
      async list({ caller, query: { state = null, pageIndex, size }, http }) {
        const search = { state, now: clock.now(), except: caller.accountId, offset: pageIndex * size, size }
        const { rows, total } = await listMatches(db, search)
        const object = { type: 'list', id: 'regulatory.matches' }
        const actor = personActor(caller, http)
        await inTransaction(db, (tx) => audit.record(tx, { actor, action: 'regulatory.listed', object, after: { state, page: pageIndex } }))
        return pageOf(await shownMatches(context, rows), total, size)
      },
      async inform({ caller, params: { id }, body, http }) {
        const match = (isUuid(id) ? await findMatch(db, id) : null) ?? refuse('request.not_found')
        // Its existence is not disclosed either.
        if (match.accountId === caller.accountId) refuse('request.not_found')
        await inform(context, match, { ...body, actor: personActor(caller, http) })
        const [shown] = await shownMatches(context, [match])
        return shown ?? refuse('request.not_found')
      },
    },
    {
      // The text is mailed, and kept with the factor permanently: it names the match by its number, and not the person.
      async inform({ params: { id }, body: { authority, number, on }, locale }) {
        const words = REGULATORY_WORDS[locale]
        return {
          title: words.inform,
          details: [
            { label: words.number, value: excerpt(id) },
            { label: words.authority, value: MATCH_AUTHORITY_NAME[authority] },
            { label: words.filingNumber, value: excerpt(number) },
            { label: words.date, value: formatDay(on) },
          ],
        }
      },
    },
  )
}

interface Notified {
  readonly authority: MatchAuthority
  readonly number: string
  readonly on: string
  readonly actor: PersonActor
}

/** Notice by an officer: neither authority has an API. @throws Refused `regulatory.match_informed` */
async function inform({ db, clock, audit }: RegulatoryContext, match: MatchRow, { authority, number, on, actor }: Notified): Promise<void> {
  const at = clock.now()
  refuseIf(checkNoticeDay(on, match.confirmedAt, at))
  await inTransaction(db, async (tx) => {
    const notice = { matchId: match.id, authority, number, on, by: actor.accountId, at }
    if (!(await insertNotice(tx, notice))) refuse('regulatory.match_informed')
    const object = { type: MATCH_OBJECT, id: match.id }
    await audit.record(tx, { actor, action: 'regulatory.match_informed', object, after: { authority, number, on } })
  })
}

async function shownMatches(context: RegulatoryContext, rows: readonly MatchRow[]): Promise<MatchReport[]> {
  const { db, clock } = context
  const now = clock.now()
  const ids = rows.map(({ id }) => id)
  const notices = await noticesOf(db, ids)
  return Promise.all(
    rows.map((row) =>
      shownMatch(
        context,
        row,
        notices.filter(({ matchId }) => matchId === row.id),
        now,
      ),
    ),
  )
}

async function shownMatch({ kyc }: RegulatoryContext, row: MatchRow, notices: readonly NoticeRow[], now: Date): Promise<MatchReport> {
  const { id, accountId, about, list, entryId, confirmedAt, dueAt } = row
  const person = await kyc.person(accountId)
  return {
    id,
    state: matchState({ noticeCount: notices.length, dueAt, now }),
    person: { id: accountId, email: person?.email ?? accountId, name: person?.dossier?.fullName ?? null },
    about,
    list,
    entryId,
    confirmedAt: confirmedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    notices: await Promise.all(
      notices.map(async ({ authority, number, on, by, at }) => {
        return { authority, number, on, by: (await kyc.person(by))?.email ?? by, at: at.toISOString() }
      }),
    ),
  }
}
