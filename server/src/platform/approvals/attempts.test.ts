/** D11: the same approval twice, attempts that are refused, and a payload that was changed behind the product's back. */
import { permissionsOf } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../testing/audit.ts'
import { platformOfFile } from '../../testing/platform-of-file.ts'
import { newId } from '../ids.ts'
import { type ApprovalsBench, approvalsBench } from './bench.testing.ts'
import { BOUND_FACTS } from './bound-facts.ts'

const file = platformOfFile()
const warned = vi.fn()
let facts: Record<string, string>
const asProposed = () => Object.fromEntries(BOUND_FACTS['kyc.level'].map((fact) => [fact, 'as proposed']))
let bench: ApprovalsBench
beforeAll(async () => {
  const { platform } = file
  const log = Object.assign(Object.create(platform.log), { warn: warned, error: warned, child: () => log })
  bench = await approvalsBench({ ...platform, log }, { kind: 'kyc.level', facts: () => facts })
})
beforeEach(() => {
  facts = asProposed()
  warned.mockClear()
})
afterAll(() => bench.close())

const keyed = (grant = newId(), key = newId()) => ({ 'idempotency-key': key, 'step-up-grant': grant })
const attemptsOf = async (id: string) =>
  (await auditTrail(file.database.db, { action: 'approvals.attempt_refused', objectId: id })).map(({ actor, after }) => ({ actor, after }))

describe('D11 the same key', () => {
  it.each(['approve', 'refuse', 'break-glass'] as const)('D11 %s answers what the first call answered, and is done once', async (what) => {
    const id = await bench.propose(newId())
    const officer = newId()
    const headers = keyed()
    const first = await bench.act(officer, id, what, { headers })
    expect(first.status).toBe(200)
    const done = bench.executed.length
    expect(await bench.act(officer, id, what, { headers })).toEqual(first)
    expect([bench.executed.length, await attemptsOf(id)]).toEqual([done, []])
  })

  it('D11 a withdrawal too, and a review', async () => {
    const [maker, reviewer] = [newId(), newId()]
    const id = await bench.propose(maker)
    const headers = keyed()
    const first = await bench.act(maker, id, 'withdraw', { headers })
    expect([first.status, await bench.act(maker, id, 'withdraw', { headers })]).toEqual([200, first])
    const broken = await bench.propose(maker)
    await bench.act(maker, broken, 'break-glass')
    const body = { note: 'Lo revisé con el expediente.', verdict: 'justified' }
    const again = { body, headers: keyed() }
    const reviewed = await bench.act(reviewer, broken, 'review', again)
    expect([reviewed.status, await bench.act(reviewer, broken, 'review', again)]).toEqual([200, reviewed])
  })

  it('D11 answers the same refusal when the first call sent the request back', async () => {
    const id = await bench.propose(newId())
    const [officer, headers] = [newId(), keyed()]
    facts.items = 'another since'
    const first = await bench.act(officer, id, 'approve', { headers })
    expect(first.code).toBe('approvals.facts_changed')
    expect((await bench.act(officer, id, 'approve', { headers })).code).toBe('approvals.facts_changed')
  })

  it('D11 twenty at once with one key do it once; with another note or request the key is refused', async () => {
    const [id, other] = [await bench.propose(newId()), await bench.propose(newId())]
    const [officer, headers] = [newId(), keyed()]
    const done = bench.executed.length
    const answers = await Promise.all(Array.from({ length: 20 }, () => bench.act(officer, id, 'approve', { headers })))
    expect([answers.map(({ status }) => status), bench.executed.length - done]).toEqual([answers.map(() => 200), 1])
    const again = { headers: { ...headers, 'step-up-grant': newId() } }
    expect(await bench.act(officer, id, 'approve', { ...again, body: { note: 'Otra nota.' } })).toMatchObject({
      status: 422,
      code: 'request.idempotency_key_reused',
    })
    expect((await bench.act(officer, other, 'approve', again)).code).toBe('request.idempotency_key_reused')
  })
})

describe('D11 a refused attempt leaves an audit row', () => {
  const refusedBy = (officer: string, act: string, code: string) => ({
    actor: expect.objectContaining({ kind: 'person', accountId: officer }),
    after: { kind: 'kyc.level', act, code },
  })

  it('D11 of its own maker, without the permission of the kind, without the permission to decide, with a wrong factor', async () => {
    const [maker, treasurer, support] = [newId(), newId(), newId()]
    bench.rights.set(treasurer, permissionsOf(['treasury']))
    bench.rights.set(support, permissionsOf(['support']))
    const id = await bench.propose(maker)
    expect((await bench.act(maker, id, 'approve')).code).toBe('approvals.own_request')
    expect((await bench.act(treasurer, id, 'approve')).code).toBe('access.permission_missing')
    expect((await bench.act(support, id, 'approve')).code).toBe('access.permission_missing')
    const checker = newId()
    expect((await bench.act(checker, id, 'approve', { headers: { 'step-up-grant': 'wrong' } })).code).toBe('identity.step_up_invalid')
    expect(await attemptsOf(id)).toEqual([
      refusedBy(maker, 'approve', 'approvals.own_request'),
      refusedBy(treasurer, 'approve', 'access.permission_missing'),
      refusedBy(support, 'approve', 'access.permission_missing'),
      refusedBy(checker, 'approve', 'identity.step_up_invalid'),
    ])
  })

  it('D11 of facts that are others, and of a request that ended', async () => {
    const id = await bench.propose(newId())
    const [checker, late] = [newId(), newId()]
    facts.items = 'another since'
    await bench.act(checker, id, 'approve')
    await bench.act(late, id, 'refuse')
    expect(await attemptsOf(id)).toEqual([
      refusedBy(checker, 'approve', 'approvals.facts_changed'),
      refusedBy(late, 'refuse', 'approvals.not_waiting'),
    ])
  })

  it('D11 and of nothing that is no attempt: an unknown request, a note that is too short', async () => {
    const id = await bench.propose(newId())
    expect((await bench.act(newId(), id, 'refuse', { body: { note: 'No.' } })).code).toBe('approvals.note_invalid')
    const unknown = newId()
    expect((await bench.act(newId(), unknown, 'approve')).code).toBe('request.not_found')
    expect([await attemptsOf(id), await attemptsOf(unknown)]).toEqual([[], []])
  })
})

describe('D11 a payload that was changed behind the product', () => {
  const CHANGES = {
    params: sql`params = jsonb_set(params, '{what}', '"something else"')`,
    'hash of the facts': sql`facts_hash = 'another'`,
    maker: sql`maker_id = gen_random_uuid()`,
    permission: sql`permission = 'approvals.read'`,
    lines: sql`changes = '[]'`,
    'end of its life': sql`expires_at = expires_at + interval '30 days'`,
    seal: sql`seal = NULL`,
  }
  it.each(Object.entries(CHANGES))(
    'D11 its %s: nothing is executed or decided, with a security event and an audit row',
    async (_what, change) => {
      const id = await bench.propose(newId())
      await sql`UPDATE platform.approval_request SET ${change} WHERE id = ${id}`.execute(file.database.owner)
      const done = bench.executed.length
      const officer = newId()
      for (const what of ['approve', 'break-glass', 'refuse'])
        expect(await bench.act(officer, id, what)).toMatchObject({ status: 409, code: 'approvals.payload_changed' })
      expect(bench.executed.length).toBe(done)
      expect((await attemptsOf(id)).map(({ after }) => (after as { code: string }).code)).toEqual(
        Array(3).fill('approvals.payload_changed'),
      )
      expect(warned.mock.calls.filter(([line]) => line.securityEvent === 'approval_payload_changed')).toHaveLength(3)
    },
  )

  it('D11 a request that was inserted by another hand is not executed, and the sweep leaves it and ends the others', async () => {
    const [mine, forged] = [await bench.propose(newId()), newId()]
    await sql`INSERT INTO platform.approval_request (id, kind, target, params, facts_hash, changes, permission, maker_id, maker_session, reason,
        proposed_at, expires_at, state, seal)
      SELECT ${forged}, kind, ${forged}, params, facts_hash, changes, permission, maker_id, maker_session, reason, proposed_at, expires_at, state, seal
      FROM platform.approval_request WHERE id = ${mine}`.execute(file.database.owner)
    expect((await bench.act(newId(), forged, 'approve')).code).toBe('approvals.payload_changed')
    file.platform.clock.advance(49 * 3_600_000)
    await bench.sweep()
    const { rows } = await sql<{ state: string }>`SELECT state FROM platform.approval_request
      WHERE id IN (${mine}, ${forged}) ORDER BY id = ${mine}`.execute(file.database.db)
    expect(rows.map(({ state }) => state)).toEqual(['proposed', 'expired'])
  })

  it('D11 requests from before there were seals get theirs once, over what the owner of the database wrote down', async () => {
    const [old, changed] = [await bench.propose(newId()), await bench.propose(newId())]
    await sql`UPDATE platform.approval_request SET seal = NULL WHERE id IN (${old}, ${changed})`.execute(file.database.owner)
    await sql`UPDATE platform.before_seals SET rows = (SELECT jsonb_agg(to_jsonb(request)) FROM platform.approval_request AS request
      WHERE id IN (${old}, ${changed}))`.execute(file.database.owner)
    await sql`UPDATE platform.approval_request SET facts_hash = 'another' WHERE id = ${changed}`.execute(file.database.owner)
    await bench.approvals.sealOldRows()
    await bench.approvals.sealOldRows()
    expect((await bench.act(newId(), old, 'approve')).status).toBe(200)
    expect((await bench.act(newId(), changed, 'approve')).code).toBe('approvals.payload_changed')
  })
})
