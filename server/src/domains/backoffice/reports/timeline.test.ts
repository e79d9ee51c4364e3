import { PERMISSIONS, permissionsOf } from '@tunjo/contract/permissions'
import type { TimelineEvent } from '@tunjo/contract/person-timeline'
import { TIMELINE_KINDS, timelineKindsFor } from '@tunjo/contract/person-timeline'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { newId } from '../../../platform/database/ids.ts'
import { newPerson } from '../../customers/identity/devices/devices.testing.ts'
import { startReports } from './testing.ts'

const { database, here, officer, officerId, officerEmail } = await startReports()
const owner = database.owner

interface Page {
  results: TimelineEvent[]
  next: string | null
  kinds: string[]
}
async function list(userId: string, query: Record<string, string> = {}): Promise<Page> {
  const answer = await officer.send('GET', `/kyc/administrative/users/timeline?${new URLSearchParams({ userId, ...query })}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Page
}
const names = ({ results }: Page) => results.map(({ event }) => event)
const at = (minute: number) => new Date(Date.UTC(2026, 9, 5, 12, minute))

/** One row in each table with events of a person; the newest is the last of the list. */
async function everything(id: string): Promise<void> {
  const [item, request] = [newId(), newId()]
  const rows = [
    sql`INSERT INTO kyc.customer VALUES (${id}, 'natural', 1, false, ${at(0)})`,
    sql`INSERT INTO kyc.survey VALUES (${newId()}, ${id}, 1, 1, 1, ${at(1)})`,
    sql`INSERT INTO kyc.form VALUES (${id}, 'natural-1', 'sent', '{}', 1, ${at(2)}, ${at(2)})`,
    sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at)
      VALUES (${item}, ${id}, 'natural-1', 'fields', '{}', 'pending', ${at(2)}, ${at(2)}),
        (${newId()}, ${id}, 'natural-1', 'selfie', '{}', 'pending', ${at(2)}, ${at(2)})`,
    sql`INSERT INTO alerts.episode (id, account_id, kind, state, opened_at, opening_comment, closed_at, closed_by, closing_comment, severity,
        opening_severity, due_at)
      VALUES (${newId()}, ${id}, 8, 'closed', ${at(3)}, 'REGLA v1', ${at(4)}, ${officerId}, 'Confirmado', 'low', 'low', ${at(4)})`,
    sql`INSERT INTO screening.hit (id, account_id, list, entry_id, fingerprint, score, severity, state, facts, found_at, decided_at, decided_by, reason)
      VALUES (${newId()}, ${id}, 'ofac', '1', 'f', 0.9, 'review', 'discarded', '{}', ${at(5)}, ${at(6)}, ${officerId}, 'Otra persona')`,
    sql`INSERT INTO compliance.decision VALUES (${newId()}, ${id}, ${officerId}, 'accepted', ${[item]}, '{}', '', ${at(7)})`,
    sql`INSERT INTO kyc.level_change VALUES (${newId()}, ${id}, 1, false, 2, false, 'En orden', ${officerId}, ${at(8)})`,
    sql`INSERT INTO risk.change VALUES (${newId()}, ${id}, 'level', 'low', 'medium', ${officerId}, NULL, 'Volumen', ${at(9)})`,
    sql`INSERT INTO screening.background_check (id, account_id, state, launched_by, subject, is_fresh, started_at, ended_at)
      VALUES (${newId()}, ${id}, 'failed_sources', ${officerId}, '', false, ${at(10)}, ${at(11)})`,
    sql`INSERT INTO identity.hold VALUES (${newId()}, ${id}, 'new_device', ${at(12)}, ${at(13)})`,
    sql`INSERT INTO compliance.access_action VALUES (${newId()}, ${id}, 'block', ${officerId}, NULL, 'Fraude', ${at(14)})`,
    sql`INSERT INTO retention.legal_hold (id, account_id, reason, placed_by, placed_at) VALUES (${newId()}, ${id}, 'Juez', ${officerId}, ${at(15)})`,
    sql`INSERT INTO compliance.case_note VALUES (${newId()}, ${id}, 'contact', 'Secreto', NULL, ${officerId}, ${at(16)})`,
    sql`INSERT INTO privacy.data_request (id, number, account_id, kind, state, version, filed_at, term_from, ended_at)
      VALUES (${request}, ${`HD-${id}`}, ${id}, 'query', 'answered', 2, ${at(17)}, ${at(17)}, ${at(18)})`,
    sql`INSERT INTO privacy.entry VALUES (${newId()}, ${request}, 'customer', ${id}, 'filed', 'Secreto', ${at(17)}),
      (${newId()}, ${request}, 'officer', ${officerId}, 'answered', 'Secreto', ${at(18)})`,
  ]
  for (const row of rows) await row.execute(owner)
}

describe('the timeline of a person', () => {
  it('has the events of each module, newest first, with their actor; never the words of a note or a request', async () => {
    const { accountId: id } = await newPerson(here)
    await everything(id)
    const page = await list(id, { to: at(59).toISOString(), size: '100' })
    expect(names(page)).toEqual([
      'data_request_answered', 'data_request_filed', 'note_written', 'legal_hold_placed', 'blocked', 'withdrawals_held', 'check_ended', 'check_begun', 'risk_level', 'level_changed',
      'documents_accepted',       'hit_discarded', 'hit_found', 'alert_closed', 'alert_opened', 'form_sent', 'survey_answered',
    ]) // biome-ignore format: one list
    const found = new Map(page.results.map((event) => [event.event, event]))
    expect(found.get('form_sent')).toMatchObject({ kind: 'verification', officer: null, facts: { form: 'natural-1', items: '2' } })
    expect(found.get('alert_opened')).toMatchObject({ officer: null, facts: { alert: '8', reason: 'REGLA v1' } })
    expect(found.get('alert_closed')).toMatchObject({ officer: officerEmail, at: at(4).toISOString() })
    expect(found.get('level_changed')).toMatchObject({ facts: { before: '0', after: '1', reason: 'En orden' } })
    expect(found.get('check_begun')).toMatchObject({ kind: 'screening', officer: officerEmail })
    expect(found.get('check_ended')).toMatchObject({ officer: null, facts: { state: 'failed_sources' } })
    expect(found.get('legal_hold_placed')).toMatchObject({ officer: officerEmail, facts: { reason: 'Juez' } })
    expect(found.get('data_request_filed')).toMatchObject({ kind: 'privacy', officer: null, facts: { number: `HD-${id}` } })
    expect(found.get('data_request_answered')).toMatchObject({ officer: officerEmail, ref: found.get('data_request_filed')?.ref })
    expect(JSON.stringify(page)).not.toContain('Secreto')
    expect(names(await list(id, { from: at(59).toISOString() }))).toContain('signed_up')
  })

  it('uses keyset pagination that meets each event once, also at the same moment; kind and dates filter on the server', async () => {
    const { accountId: id } = await newPerson(here)
    await everything(id)
    for (let one = 0; one < 7; one++)
      await sql`INSERT INTO compliance.case_file (id, account_id, folder, file_id, name, bytes, sha256, added_by, added_at)
        VALUES (${newId()}, ${id}, 'case', ${newId()}, 'a.pdf', 1, '', ${officerId}, ${at(16)})`.execute(owner)
    const whole = (await list(id, { size: '100' })).results.map((event) => event.id)
    const met: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: Page = await list(id, { size: '3', ...(after ? { after } : {}) })
      met.push(...page.results.map((event) => event.id))
      after = page.next
    }
    expect(met).toEqual(whole)
    expect(new Set(met).size).toBe(met.length)
    expect(new Set((await list(id, { kind: 'alert' })).results.map(({ kind }) => kind))).toEqual(new Set(['alert']))
    expect(names(await list(id, { from: at(3).toISOString(), to: at(5).toISOString() }))).toEqual([
      'hit_found',
      'alert_closed',
      'alert_opened',
    ])
  })

  it('is read about others only, and each read is recorded', async () => {
    const { accountId: id } = await newPerson(here)
    await list(id)
    const trail = await auditTrail(database.db, { objectId: id })
    expect(trail.some(({ action, after }) => action === 'kyc.person_viewed' && JSON.stringify(after).includes('timeline'))).toBe(true)
    const codeOf = async (userId: string) => (await officer.send('GET', `/kyc/administrative/users/timeline?userId=${userId}`)).status
    expect(await codeOf(officerId.toUpperCase())).toBe(403)
    expect(await codeOf(newId())).toBe(404)
    expect(await codeOf('nadie')).toBe(404)
  })

  it('an officer reads the kinds that they may read in the product', () => {
    expect(timelineKindsFor(PERMISSIONS)).toEqual(TIMELINE_KINDS)
    for (const kind of ['legal', 'privacy']) expect(timelineKindsFor(permissionsOf(['analyst']))).not.toContain(kind)
    expect(timelineKindsFor(permissionsOf(['support']))).toEqual(['account', 'access', 'hold'])
    expect(timelineKindsFor([])).toEqual([])
  })
})
