import { type AuditAction, EARLIER_ACTIONS } from '@tunjo/contract/audit'
import { AUDIT_ACTION_NAMES, type AuditEntry } from '@tunjo/contract/audit-trail'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { newPerson } from '../../customers/identity/devices/devices.testing.ts'
import { changesOf } from './audit-changes.ts'
import { startReports } from './testing.ts'

const { database, platform, here, officer, officerId, officerEmail } = await startReports()

const entry = (personId: string, action: AuditAction, more: object = {}) =>
  inTransaction(database.db, (tx) =>
    platform.audit.record(tx, {
      actor: { kind: 'person', accountId: officerId, sessionId: newId() },
      action,
      object: { type: 'account', id: personId },
      ...more,
    }),
  )
interface Entries {
  results: AuditEntry[]
  next: string | null
}
const list = async (query: Record<string, string>): Promise<Entries> => {
  const answer = await officer.send('GET', `/api/administrative/audit?${new URLSearchParams(query)}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Entries
}
const actions = async (query: Record<string, string>) => (await list(query)).results.map(({ action }) => action)

describe('E9 actions of others about an officer who reads', () => {
  const read = (path: string) => officer.send('GET', `/api/administrative/audit${path}`)

  it('is refused by e-mail, by id in any case, and as CSV, and no read is recorded', async () => {
    for (const who of [officerEmail, officerEmail.toUpperCase(), officerId, officerId.toUpperCase()])
      for (const path of [`?person=${who}`, `/csv?person=${who}`]) {
        const answer = await read(path)
        expect([path, answer.status, answer.headers.get('app-error')]).toEqual([path, 403, 'compliance.own_account'])
      }
    expect(await auditTrail(database.db, { action: 'kyc.person_viewed', objectId: officerId })).toEqual([])
  })

  it('is in no list and no CSV without a person either, but the officer’s own actions are', async () => {
    const [colleague, other] = [newId(), (await newPerson(here)).accountId]
    const about = (accountId: string, by: string, action: AuditAction) =>
      inTransaction(database.db, (tx) =>
        platform.audit.record(tx, {
          actor: { kind: 'person', accountId: by, sessionId: newId() },
          action,
          object: { type: 'account', id: accountId },
        }),
      )
    await about(officerId, colleague, 'risk.list_flagged')
    await about(other, colleague, 'risk.list_flagged')
    await about(officerId, officerId, 'risk.pep_flagged')
    const flags = async (action: AuditAction) => (await list({ action })).results.map(({ person }) => person?.id)
    expect(await flags('risk.list_flagged')).toEqual([other])
    expect(await flags('risk.pep_flagged')).toEqual([officerId])
    expect(await (await read('/csv?action=risk.list_flagged')).text()).not.toContain(officerId)
  })
})

describe('ADM-14 the audit trail for officers', () => {
  it('shows a row with the earlier name of its action under the name of today, and a filter by either name finds both', async () => {
    const id = newId()
    await entry(id, 'retention.documents_purged')
    await entry(id, EARLIER_ACTIONS['retention.documents_purged'] as AuditAction)
    for (const action of ['retention.documents_purged', 'retention.papers_forgotten']) {
      const { results } = await list({ action, person: id })
      expect(results.map(({ action: shown, title }) => [shown, title])).toEqual(
        Array(2).fill(['retention.documents_purged', 'Documentos destruidos por vencimiento']),
      )
      const lines = (await (await officer.send('GET', `/api/administrative/audit/csv?action=${action}&person=${id}`)).text())
        .trimEnd()
        .split('\r\n')
      expect(lines.slice(1).map((line) => line.split(';')[1])).toEqual(Array(2).fill('Documentos destruidos por vencimiento'))
    }
    expect(AUDIT_ACTION_NAMES).not.toContain('retention.papers_forgotten')
  })

  it('filters by person (e-mail or id), officer, action, time and changes only; shows each field before and after', async () => {
    const person = await newPerson(here)
    const id = person.accountId
    await entry(id, 'kyc.person_viewed', { after: { part: 'information' } })
    await entry(id, 'kyc.level_changed', {
      before: { currentLevel: 1, isVerified: true },
      after: { currentLevel: 2, isVerified: true },
      reason: 'En orden.',
    })
    for (const who of [id, person.email, person.email.toUpperCase()])
      expect(await actions({ person: who })).toEqual(expect.arrayContaining(['kyc.level_changed', 'kyc.person_viewed']))
    expect(await actions({ person: id, officer: officerId, only: 'changes' })).toEqual(['kyc.level_changed'])
    expect(new Set(await actions({ person: id, action: 'kyc.person_viewed' }))).toEqual(new Set(['kyc.person_viewed']))
    expect(await actions({ person: id, to: '2020-01-01T00:00:00.000Z' })).toEqual([])
    expect(await actions({ person: newId() })).toEqual([])
    expect(await actions({ person: 'nadie@correo.example' })).toEqual([])
    const [request, conversation] = [newId(), newId()]
    await sql`INSERT INTO privacy.data_request (id, number, account_id, kind, state, version, filed_at, term_from, due_at)
      VALUES (${request}, ${`HD-${request}`}, ${id}, 'query', 'received', 0, now(), now(), now())`.execute(database.owner)
    await sql`INSERT INTO conversations.conversation (id, account_id, topic, subject, state, opened_at, last_at, asks)
      VALUES (${conversation}, ${id}, 'deposit', '7', 'closed', now(), now(), false)`.execute(database.owner)
    await entry(id, 'privacy.request_taken', { object: { type: 'data_request', id: request } })
    await entry(id, 'conversations.answered', { object: { type: 'conversation', id: conversation } })
    await entry(id, 'privacy.request_taken', { object: { type: 'data_request', id: newId() } })
    const record = newId()
    await sql`INSERT INTO compliance.due_diligence (id, account_id, number, state, version, created_by, created_at)
      VALUES (${record}, ${id}, 1, 'draft', 1, ${officerId}, now())`.execute(database.owner)
    await entry(id, 'compliance.edd_saved', { object: { type: 'due_diligence', id: record } })
    await entry(id, 'compliance.edd_saved', { object: { type: 'due_diligence', id: newId() } })
    expect(await actions({ person: id, only: 'changes' })).toEqual([
      'compliance.edd_saved',
      'conversations.answered',
      'privacy.request_taken',
      'kyc.level_changed',
    ])
    const [changed] = (await list({ person: id, action: 'kyc.level_changed' })).results
    expect(changed).toMatchObject({
      title: 'Nivel de verificación cambiado',
      person: { id, email: person.email },
      actor: { id: officerId },
      changes: [{ field: 'currentLevel', before: '1', after: '2' }],
      reason: 'En orden.',
      seal: null,
    })
  })

  it('R30 reading the history of one person is recorded; reading without a person is not', async () => {
    const person = await newPerson(here)
    await list({ person: person.email, only: 'changes' })
    await list({ only: 'changes' })
    await list({ person: 'nadie@correo.example' })
    const reads = await auditTrail(database.db, { action: 'kyc.person_viewed', objectId: person.accountId })
    expect(reads).toMatchObject([{ actor: { accountId: officerId }, after: { part: 'audit' } }])
  })

  it('uses keyset pagination: entries written meanwhile shift nothing, and each is there once', async () => {
    const { accountId: id } = await newPerson(here)
    for (let count = 0; count < 7; count++) await entry(id, 'kyc.review_taken', { after: { count } })
    const seen: string[] = []
    let before: string | null = null
    do {
      const page: Entries = await list({ person: id, action: 'kyc.review_taken', size: '3', ...(before ? { before } : {}) })
      seen.push(...page.results.map(({ changes }) => changes[0]?.after ?? ''))
      before = page.next
      await entry(id, 'kyc.review_released')
    } while (before)
    expect(seen).toEqual(['6', '5', '4', '3', '2', '1', '0'])
  })

  it('SEC-44 R30 the export is recorded, without the search text, and no cell of it is a formula', async () => {
    const person = await newPerson(here)
    await entry(person.accountId, 'kyc.level_changed', { reason: '=HYPERLINK("http://malo.example")' })
    const answer = await officer.send(
      'GET',
      `/api/administrative/audit/csv?${new URLSearchParams({ person: person.email, only: 'changes' })}`,
    )
    const text = await answer.text()
    expect(text).toContain("'=HYPERLINK")
    expect(text).toContain(person.email)
    const exported = (await auditTrail(database.db, { action: 'reports.exported' })).at(-1)
    expect(exported).toMatchObject({
      object: { id: 'auditoria' },
      after: { filter: { only: 'changes', text: expect.stringMatching(/^hmac-sha256:/) } },
    })
  })
})

it('ADM-14 changes, field by field', () => {
  expect(changesOf({ a: 1, b: { c: 'x', d: true } }, { a: 1, b: { c: 'y', d: true }, e: [1, 2] })).toEqual([
    { field: 'b.c', before: 'x', after: 'y' },
    { field: 'e', before: null, after: '1, 2' },
  ])
  expect(changesOf(null, null)).toEqual([])
  expect(changesOf({ a: null }, { a: 'x' })).toEqual([{ field: 'a', before: '—', after: 'x' }])
})
