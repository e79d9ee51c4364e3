/** Repeated approvals, refused attempts, and payloads changed directly in the database (D11). */
import { permissionsOf } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../dev/testing/audit.ts'
import { platformOfFile } from '../../../../dev/testing/platform-of-file.ts'
import { nameOperation } from '../database/idempotency.ts'
import { newId, sha256 } from '../database/ids.ts'
import { type ApprovalsBench, approvalsBench } from './approvals.testing.ts'
import { BOUND_FACTS } from './bound-facts.ts'

const file = platformOfFile()
const warned = vi.fn()
const followed: [string, string][] = []
let facts: Record<string, string>
const asProposed = () => Object.fromEntries(BOUND_FACTS['kyc.level'].map((fact) => [fact, 'as proposed']))
let bench: ApprovalsBench
beforeAll(async () => {
  const { platform } = file
  const log = Object.assign(Object.create(platform.log), { warn: warned, error: warned, child: () => log })
  const follow = async (_tx: unknown, { what }: { what: string }, { to }: { to: string }) => {
    if (to === 'proposed') return
    if (what === 'cannot go back') throw new Error('a request about a thing that is not there')
    followed.push([what, to])
  }
  bench = await approvalsBench(
    { ...platform, log },
    {
      kind: 'kyc.level',
      facts: () => facts,
      more: {
        follow,
        concerned: async (_connection, { about }) => about,
        about: ({ what }) => [{ label: 'Sobre', before: null, after: what }],
      },
    },
  )
})
beforeEach(() => {
  facts = asProposed()
  warned.mockClear()
  bench.notices.length = 0
})
afterAll(() => bench.close())

const keyed = (grant = newId(), key = newId()) => ({ 'idempotency-key': key, 'step-up-grant': grant })
const attemptsOf = async (id: string) =>
  (await auditTrail(file.database.db, { action: 'approvals.attempt_refused', objectId: id })).map(({ actor, after }) => ({ actor, after }))

describe('D11 the same key', () => {
  it.each(['approve', 'refuse', 'break-glass'] as const)('D11 %s returns the result of the first call, and is done once', async (what) => {
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

  it('D11 twenty concurrent calls with one key do it once; with another note or request the key is refused', async () => {
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

describe('D11 a proposal with the same key', () => {
  const operationOf = (maker: string, body: string, key = newId()) =>
    nameOperation({ accountId: maker, call: 'POST /propose', key, hash: sha256(body) })

  it('D11 is one request and returns the result of the first call, also after it ended', async () => {
    const [maker, what] = [newId(), newId()]
    const operation = operationOf(maker, what)
    const first = await bench.propose(maker, what, operation)
    expect(await bench.propose(maker, what, operation)).toBe(first)
    await expect(bench.propose(maker, what, operationOf(maker, what))).rejects.toMatchObject({
      refusal: { code: 'approvals.already_waiting' },
    })
    expect((await bench.act(newId(), first, 'approve')).status).toBe(200)
    expect(await bench.propose(maker, what, operation)).toBe(first)
    expect(await auditTrail(file.database.db, { action: 'approvals.proposed', objectId: first })).toHaveLength(1)
  })

  it('D11 twenty concurrent calls are one request; with another body the key is refused', async () => {
    const [maker, what] = [newId(), newId()]
    const key = newId()
    const operation = operationOf(maker, what, key)
    const answers = await Promise.all(Array.from({ length: 20 }, () => bench.propose(maker, what, operation)))
    expect(new Set(answers).size).toBe(1)
    await expect(bench.propose(maker, newId(), operationOf(maker, 'another', key))).rejects.toMatchObject({
      refusal: { code: 'request.idempotency_key_reused' },
    })
  })
})

describe('D11 a refused attempt leaves an audit row', () => {
  const refusedBy = (officer: string, act: string, code: string) => ({
    actor: expect.objectContaining({ kind: 'person', accountId: officer }),
    after: { kind: 'kyc.level', act, code },
  })

  it('D11 by the maker, without the permission of the kind, without the permission to decide, with a wrong factor', async () => {
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

  it('D11 after the facts changed, and after the request ended', async () => {
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

  it('D11 but not for an unknown request or a note that is too short, which are no attempts', async () => {
    const id = await bench.propose(newId())
    expect((await bench.act(newId(), id, 'refuse', { body: { note: 'No.' } })).code).toBe('approvals.note_invalid')
    const unknown = newId()
    expect((await bench.act(newId(), unknown, 'approve')).code).toBe('request.not_found')
    expect([await attemptsOf(id), await attemptsOf(unknown)]).toEqual([[], []])
  })
})

describe('SEC-79 D11 a payload that was changed directly in the database', () => {
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

  const HOUR_MS = 3_600_000
  async function forge(
    like: string,
    values: Partial<Record<'kind' | 'params' | 'changes' | 'expires_at' | 'maker_id', string>> = {},
  ): Promise<string> {
    const id = newId()
    const given = JSON.stringify({ id, target: id, ...values })
    await sql`INSERT INTO platform.approval_request (id, kind, target, params, facts_hash, changes, permission, maker_id, maker_session, reason,
        proposed_at, expires_at, state, seal)
      SELECT forged.id, forged.kind, forged.target, coalesce((${given}::jsonb ->> 'params')::jsonb, like_it.params), forged.facts_hash,
        coalesce((${given}::jsonb ->> 'changes')::jsonb, like_it.changes), forged.permission, forged.maker_id, forged.maker_session,
        forged.reason, forged.proposed_at, forged.expires_at, forged.state, forged.seal
      FROM platform.approval_request AS like_it,
        jsonb_populate_record(like_it, ${given}::jsonb - 'params' - 'changes') AS forged WHERE like_it.id = ${like}`.execute(
      file.database.db,
    )
    return id
  }
  const stateOf = async (id: string) =>
    (await sql<{ state: string }>`SELECT state FROM platform.approval_request WHERE id = ${id}`.execute(file.database.db)).rows[0]?.state
  const noticesOf = (id: string) =>
    warned.mock.calls.filter(([line]) => line.securityEvent === 'approval_payload_changed' && line.approvalRequestId === id)

  it('D11 does not execute a row inserted by another database role; it expires once with a security event, and others can be proposed', async () => {
    const mine = await bench.propose(newId())
    const named = newId()
    const forged = await forge(mine, { maker_id: named })
    expect((await bench.act(newId(), forged, 'approve')).code).toBe('approvals.payload_changed')
    await expect(bench.propose(newId(), forged)).rejects.toMatchObject({ refusal: { code: 'approvals.already_waiting' } })
    file.platform.clock.advance(48 * HOUR_MS)
    await Promise.all([bench.sweep(), bench.sweep()])
    await bench.sweep()
    expect([await stateOf(mine), await stateOf(forged)]).toEqual(['expired', 'expired'])
    expect([noticesOf(forged).length, noticesOf(mine).length]).toEqual([1, 0])
    const trail = await auditTrail(file.database.db, { action: 'approvals.expired', objectId: forged })
    expect(trail.map(({ after }) => after)).toEqual([{ kind: 'kyc.level', state: 'expired', outcome: 'approvals.payload_changed' }])
    expect(bench.notices.map(([who]) => who)).not.toContain(named)
    const again = await bench.propose(newId(), forged)
    expect((await bench.act(newId(), again, 'approve')).status).toBe(200)
    expect((await bench.act(newId(), forged, 'approve')).code).toBe('approvals.payload_changed')
  })

  it('D11 ends a row that claims to expire in thousands of years at the next sweep', async () => {
    const mine = await bench.propose(newId())
    const forged = await forge(mine, { expires_at: '9999-01-01T00:00:00Z' })
    await bench.sweep()
    expect([await stateOf(mine), await stateOf(forged)]).toEqual(['proposed', 'expired'])
    expect(noticesOf(forged)).toHaveLength(1)
  })

  it('D11 releases the target of a damaged request, and moves nothing for one that was only inserted', async () => {
    const [damaged, other] = [await bench.propose(newId()), await bench.propose(newId())]
    await sql`UPDATE platform.approval_request SET facts_hash = 'another' WHERE id = ${damaged}`.execute(file.database.owner)
    await sql`UPDATE platform.approval_request SET params = jsonb_set(params, '{what}', '"another"') WHERE id = ${other}`.execute(
      file.database.owner,
    )
    const inserted = await forge(damaged, { params: JSON.stringify({ what: 'inserted', about: null }) })
    await sql`UPDATE platform.approval_request SET target = 'inserted' WHERE id = ${inserted}`.execute(file.database.owner)
    const before = followed.length
    file.platform.clock.advance(48 * HOUR_MS)
    await bench.sweep()
    const { rows } = await sql<{ target: string }>`SELECT target FROM platform.approval_request WHERE id = ${damaged}`.execute(
      file.database.db,
    )
    const moved = followed.slice(before).map(([what]) => what)
    expect(moved).toContain(rows[0]?.target)
    expect(moved).not.toEqual(expect.arrayContaining(['inserted']))
    expect(moved).not.toEqual(expect.arrayContaining(['another']))
    expect([await stateOf(damaged), await stateOf(other), await stateOf(inserted)]).toEqual(Array(3).fill('expired'))
  })

  it('D11 ends the request even when its target refuses to go back', async () => {
    const damaged = await bench.propose(newId(), 'cannot go back')
    await sql`UPDATE platform.approval_request SET facts_hash = 'another' WHERE id = ${damaged}`.execute(file.database.owner)
    file.platform.clock.advance(48 * HOUR_MS)
    await bench.sweep()
    expect(await stateOf(damaged)).toBe('expired')
  })

  it('D11 a row of an unknown kind or with unreadable values hides no other request, and ends too', async () => {
    const mine = await bench.propose(newId())
    const forged = [
      await forge(mine, { kind: 'of.nothing' }),
      await forge(mine, { params: '{"what": 7}' }),
      await forge(mine, { changes: '"text"' }),
    ]
    const [unknown = '', ...shown] = forged
    const { results } = await bench.list(newId())
    const ids = results.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([mine, ...shown]))
    expect(ids).not.toContain(unknown)
    for (const id of shown) expect((await bench.act(newId(), id, 'approve')).code).toBe('approvals.payload_changed')
    file.platform.clock.advance(48 * HOUR_MS)
    await bench.sweep()
    expect(await Promise.all(forged.map(stateOf))).toEqual(Array(3).fill('expired'))
    expect((await bench.list(newId())).results.length).toBeGreaterThan(0)
  })

  it('D11 seals requests from before there were seals once, over what the owner of the database stored', async () => {
    const [old, changed] = [await bench.propose(newId()), await bench.propose(newId())]
    await sql`UPDATE platform.approval_request SET seal = NULL WHERE id IN (${old}, ${changed})`.execute(file.database.owner)
    await sql`UPDATE platform.before_seals SET rows = (SELECT jsonb_agg(to_jsonb(request)) FROM platform.approval_request AS request
      WHERE id IN (${old}, ${changed})) WHERE kind = 'approval_request'`.execute(file.database.owner)
    await sql`UPDATE platform.approval_request SET facts_hash = 'another' WHERE id = ${changed}`.execute(file.database.owner)
    await bench.approvals.sealOldRows()
    await bench.approvals.sealOldRows()
    expect((await bench.act(newId(), old, 'approve')).status).toBe(200)
    expect((await bench.act(newId(), changed, 'approve')).code).toBe('approvals.payload_changed')
  })
})
