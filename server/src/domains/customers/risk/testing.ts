/** Test harness of risk: customers and officers, over the database and HTTP of verification. */
import type { DiligenceContent } from '@tunjo/contract/due-diligence'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { newDocumentNumber } from '../../../../../dev/testing/document-number.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { approveDueDiligence } from '../../compliance/compliance/due-diligence/due-diligence.testing.ts'
import { type Answer, type KycTest, newOfficer } from '../kyc/testing.ts'

export const BASE = '/kyc/administrative/users'
export const REASON = 'Llegó un oficio de la fiscalía.'
export const DAY_MS = 86_400_000

export function riskTest(test: KycTest) {
  const post = (path: string, body: object, officer = newOfficer()): Promise<Answer> => test.call(officer, 'POST', `${BASE}/${path}`, body)
  const agree = ({ body }: Answer, officer = newOfficer()): Promise<Answer> =>
    test.call(officer, 'POST', `/api/administrative/approvals/${body.approvalRequestId}/approve`, { note: '' })
  const mayTrade = (id: string): Promise<string> =>
    inTransaction(test.database.db, (tx) => test.limits.mayTrade(tx, id)).then(
      () => 'yes',
      (error) => error.refusal.code,
    )
  return {
    post,
    agree,
    /** Verified at level 1, in the lists of officers too, and not a new customer. */
    async customer(createdAt = new Date('2020-01-01')): Promise<string> {
      const accountId = newId()
      await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
        VALUES (${accountId}, ${`${accountId}@correo.example`}, 'x', ARRAY['ROLE_USER'], 2, 'es', ${createdAt}, ${createdAt})`.execute(
        test.platform.db,
      )
      const dossier = { personType: 'natural', fullName: 'Ana', documentType: 'CC', phone: '+573001234567' } as const
      await test.kyc.ensureVerified({ accountId, level: 1, ...dossier, documentNumber: newDocumentNumber() })
      return accountId
    },
    setLevel: (userId: string, riskLevel: string, more: object = {}, officer?: string) =>
      post('set-risk-level', { userId, riskLevel, reason: REASON, ...more }, officer),
    allow: (userId: string, is: boolean, officer?: string) => post('allow-transactions', { userId, allow: is, reason: REASON }, officer),
    async byTwo(proposed: Answer): Promise<void> {
      expect([proposed.status, proposed.code]).toEqual([202, null])
      expect((await agree(proposed)).body).toMatchObject({ state: 'executed' })
    },
    /** As returned for the page of the customer. */
    risk: async (userId: string) => (await test.call(newOfficer(), 'GET', `${BASE}/risk?userId=${userId}`)).body,
    mayMove: async (id: string) => [await test.mayDeposit(id, 1n), await mayTrade(id)],
    notices: (id: string) =>
      test.notices.filter(({ accountId, kind }) => accountId === id && kind.startsWith('risk.')).map(({ kind }) => kind),
    settle: () => test.platform.jobs.drain(),
    /** Opens or closes an alert manually, as an officer does. */
    alert: (userId: string, alertId: number, alertTypeId: number | null = null, is = true) =>
      test.call(
        newOfficer(),
        'POST',
        `/kyc/administrative/alerts/${alertTypeId === null ? '' : 'type/'}${is ? 'activate' : 'deactivate'}`,
        { alertId, userId, message: REASON, ...(alertTypeId !== null && { alertTypeId }) },
      ),
    /** Written by one officer and approved by another, a minute later. */
    async diligence(userId: string, changes: Partial<DiligenceContent> = {}): Promise<void> {
      test.platform.clock.advance(60_000)
      const asked = { userId, changes, now: test.platform.clock.now(), maker: newOfficer(), checker: newOfficer() }
      expect((await approveDueDiligence(test.call, asked)).body).toMatchObject({ state: 'executed' })
    },
    /** Stores a declaration of the customer, as verification does. */
    async declares(accountId: string, facts: object, form = 'natural-2'): Promise<void> {
      await sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at, sent_at)
        VALUES (${accountId}, ${form}, 'sent', ${JSON.stringify(facts)}, 1, now(), now()) ON CONFLICT DO NOTHING`.execute(
        test.database.owner,
      )
      await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at)
        VALUES (${newId()}, ${accountId}, ${form}, 'fields', ${JSON.stringify(facts)}, 'pending', now(), now())`.execute(
        test.database.owner,
      )
    },
    reassess: (accountId: string) => inTransaction(test.database.db, (tx) => test.risk.reassess(tx, accountId)),
  }
}
