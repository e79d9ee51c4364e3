/**
 * Confirmed matches with a list that is binding in Colombia (ADM-21): reported without delay to the UIAF and to the Fiscalía (Ley 1121 de
 * 2006, article 20). A person reports them manually; stored here are the deadline and the filings. No part of it is ever visible to the
 * customer.
 */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { plainLine } from './plain-text.ts'
import { ReportedPerson } from './regulatory-ros.ts'

/** Lists that are binding, whole or in part. PEP status and the company's blocklist are not. */
export const BINDING_LISTS = ['ofac', 'un', 'eu'] as const
const BindingList = z.enum(BINDING_LISTS)
export type BindingList = z.output<typeof BindingList>

/** Authorities, each with a separate report and number. */
export const MATCH_AUTHORITIES = ['uiaf', 'fiscalia'] as const
const MatchAuthority = z.enum(MATCH_AUTHORITIES)
export type MatchAuthority = z.output<typeof MatchAuthority>
export const MATCH_AUTHORITY_NAME: Readonly<Record<MatchAuthority, string>> = {
  uiaf: 'UIAF',
  fiscalia: 'Fiscalía General de la Nación',
}

/** `informed`: reported to every authority. */
export const MATCH_STATES = ['due', 'overdue', 'informed'] as const
const MatchState = z.enum(MATCH_STATES)
export type MatchState = z.output<typeof MatchState>

const time = z.iso.datetime()
const day = z.iso.date()
export const MATCH_NUMBER_LENGTH_MAX = 40

export const MatchReport = z.object({
  id: z.uuid(),
  state: MatchState,
  person: ReportedPerson,
  /** Subject of the hit: the person, or the payer of a transfer to them. */
  about: z.enum(['self', 'payer']),
  list: BindingList,
  entryId: z.string(),
  confirmedAt: time,
  dueAt: time,
  /** Filed reports. */
  notices: z.array(z.object({ authority: MatchAuthority, number: z.string(), on: day, by: z.string(), at: time })),
})
export type MatchReport = z.output<typeof MatchReport>

const PATH = '/api/administrative/regulatory/matches'
const REFUSED = ['request.invalid', 'request.not_found', 'request.too_many'] as const

export const regulatoryMatches = {
  list: endpoint({
    method: 'GET',
    path: PATH,
    role: 'ROLE_ADMIN',
    permission: 'regulatory.read',
    audit: 'regulatory.listed',
    summary:
      'Confirmed matches with binding lists and their reports to authorities, the longest wait first. Never those of the caller. Recorded',
    allowance: 'regulatory',
    query: z.object({ state: MatchState.optional() }).extend(PageQuery.shape),
    response: z.object({ results: z.array(MatchReport), total: z.int(), pagesNumber: z.int() }),
    errors: REFUSED,
  }),
  inform: endpoint({
    method: 'POST',
    path: `${PATH}/:id/notices`,
    role: 'ROLE_ADMIN',
    permission: 'regulatory.manage',
    audit: 'regulatory.match_informed',
    summary: 'Record the report of a match to an authority: number received and day. Once for each authority',
    stepUp: { binds: ['params.id', 'body.authority', 'body.number', 'body.on'] },
    allowance: 'regulatory',
    params: z.object({ id: z.string().max(64) }),
    body: z.object({ authority: MatchAuthority, number: plainLine({ maximum: MATCH_NUMBER_LENGTH_MAX }), on: day }),
    response: MatchReport,
    errors: [
      ...REFUSED,
      'request.text_unseen',
      'identity.step_up_required',
      'identity.step_up_invalid',
      'access.permission_missing',
      'regulatory.match_informed',
      'regulatory.match_day_invalid',
    ],
  }),
}
