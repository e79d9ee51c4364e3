/** Money reports of officers (ADM-15): filters on the server, pages, columns of the exports, facts about withdrawals. */
import type { FiatReportRow, TokenReportRow, UncreditedToken } from '@tunjo/contract/money-reports'
import { FILTER_TEXT_MAX } from '@tunjo/contract/report-choices'
import type { TokenWithdrawalInQueue, WithdrawalInQueue } from '@tunjo/contract/withdrawal-queue'
import { sql } from 'kysely'
import { getAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { newPerson } from '../../../customers/identity/devices/devices.testing.ts'
import { startReports } from '../testing.ts'

const FIAT = '/payment/transactions/administrative/fiat-report'
const TOKENS = '/blockchain/transactions'
const QUEUE = '/payment/administrative/withdrawals'
const NUMBER = '123456789'

const { database, platform, here, officer, officerId, officerEmail } = await startReports()
const { accountId: ana } = await newPerson(here)
const { accountId: luis } = await newPerson(here)

beforeAll(() => rows())

const ids = { paid: newId(), large: newId(), rejected: newId(), deposit: newId(), failed: newId(), token: newId(), reversed: newId() }
const out = { sent: newId(), rejected: newId(), waiting: newId() }
const HASH_OUT = `0x${'ef'.repeat(32)}`
const account = newId()

async function withdrawal(id: string, who: string, pesos: number, state: string, more: Record<string, unknown> = {}) {
  const isOver = ['COMPLETED', 'RETURNED', 'CANCELLED'].includes(state)
  const { approval = 'AUTOMATIC', approver = null, cause = null, at = '2026-03-10T15:00:00Z' } = more
  await sql`INSERT INTO payments.withdrawal (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type,
      account_number, amount, payee, state, payout_id, pay_after, created_at, ended_at, approval_state, approver_id, review_cause)
    VALUES (${id}, ${who}, 'h', ${account}, 1, 'Nómina', 9, ${NUMBER}, ${pesos * 100}, '{}', ${state}, ${`po-${id}`}, ${at}, ${at},
      ${isOver ? at : null}, ${approval}, ${approver}, ${cause})`.execute(database.owner)
}
async function deposit(id: string, pesos: number, state: string, at: string) {
  await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type,
      account_number, amount, payer, state, provider_transaction_id, created_at, ended_at)
    VALUES (${id}, ${ana}, 'h', ${account}, 1, '=1+1', 10, ${NUMBER}, ${pesos * 100}, '{}', ${state}, ${`tx-${id}`}, ${at}, ${at})`.execute(
    database.owner,
  )
}
async function token(id: string, asset: string, amount: string, state: string, log: number) {
  await sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address,
      block_number, block_hash, state, try_at, created_at, updated_at)
    VALUES (${id}, 1, ${`0x${'ab'.repeat(32)}`}, ${log}, ${ana}, ${`0x${'1'.repeat(40)}`}, ${asset}, ${amount}, ${`0x${'2'.repeat(40)}`}, 5,
      '0xblock', ${state}, now(), '2026-03-10T15:00:00Z', '2026-03-10T15:01:00Z')`.execute(database.owner)
}
const saved = newId()
async function tokensOut(id: string, usdt: string, state: string, hash: string | null) {
  const isOver = ['CONFIRMED', 'REJECTED'].includes(state)
  await sql`INSERT INTO crypto.withdrawal (id, account_id, request_hash, saved_address_id, alias, address, asset, amount, fee, value_cop, sanctions,
      review_reasons, seal, state, maker_id, checker_id, approval_seal, send_after, try_at, created_at, ended_at)
    VALUES (${id}, ${luis}, 'h', ${saved}, 'Ledger', ${`0x${'6'.repeat(40)}`}, 'USDT', ${usdt}, 500000, 1, 'clear', '{amount}', 'seal', ${state},
      ${state === 'CONFIRMED' ? newId() : null}, ${state === 'CONFIRMED' ? officerId : null}, ${state === 'CONFIRMED' ? 'seal' : null},
      now(), now(), '2026-03-10T16:00:00Z', ${isOver ? '2026-03-10T16:05:00Z' : null})`.execute(database.owner)
  if (hash)
    await sql`INSERT INTO blockchain.chain_transaction (operation_id, wallet, address, nonce, kind, ref, state, signed, hash, created_at, updated_at)
      VALUES (${newId()}, 'hot', '0xhot', 1, 'transfer', ${id}, 'confirmed', '0x', ${hash}, now(), now())`.execute(database.owner)
}
async function rows(): Promise<void> {
  await sql`INSERT INTO payments.bank_account (id, account_id, slot, alias, alias_key, bank_id, account_type, number, created_at, changed_at)
    VALUES (${account}, ${ana}, 1, 'Nómina', 'nomina', 1, 9, ${NUMBER}, '2026-01-02T00:00:00Z', '2026-02-03T00:00:00Z')`.execute(
    database.owner,
  )
  await deposit(ids.deposit, 6_000_000, 'COMPLETED', '2026-03-10T12:00:00Z')
  await deposit(ids.failed, 20_000, 'FAILED', '2026-03-11T02:00:00Z')
  await withdrawal(ids.paid, luis, 50_000, 'COMPLETED', { at: '2026-03-09T15:00:00Z' })
  await withdrawal(ids.large, ana, 45_000_000, 'IN_REVIEW', { approval: 'PENDING', cause: 'large' })
  await withdrawal(ids.rejected, ana, 41_000_000, 'RETURNED', { approval: 'REJECTED', approver: officerId, cause: 'large' })
  await sql`INSERT INTO payments.state_history (id, machine, subject_id, from_state, to_state, at, actor, actor_id)
    VALUES (${newId()}, 'payments.withdrawal', ${ids.rejected}, 'IN_REVIEW', 'RETURNED', now(), 'officer', ${officerId})`.execute(
    database.owner,
  )
  await token(ids.token, 'BTC', '2500000', 'COMPLETED', 1)
  await token(ids.reversed, 'USDT', '7000000', 'REVERSED', 2)
  await sql`INSERT INTO crypto.saved_address (id, account_id, slot, alias, alias_key, address, seal, created_at)
    VALUES (${saved}, ${luis}, 1, 'Ledger', 'ledger', ${`0x${'6'.repeat(40)}`}, 'seal', now())`.execute(database.owner)
  await tokensOut(out.sent, '6000000000', 'CONFIRMED', HASH_OUT)
  await tokensOut(out.rejected, '7000000000', 'REJECTED', null)
  await tokensOut(out.waiting, '8000000000', 'IN_REVIEW', null)
  await sql`INSERT INTO crypto.state_history (id, machine, subject_id, from_state, to_state, at, actor, actor_id)
    VALUES (${newId()}, 'crypto.withdrawal', ${out.rejected}, 'IN_REVIEW', 'REJECTED', now(), 'officer', ${officerId})`.execute(
    database.owner,
  )
}

async function fiat(choice: object): Promise<{ rows: FiatReportRow[]; total: number; pagesNumber: number }> {
  const answer = await officer.send('POST', FIAT, { transactionType: 1, ...choice })
  expect([choice, answer.status]).toEqual([choice, 200])
  const { transactionReportDTOList, total, pagesNumber } = (await answer.json()) as {
    transactionReportDTOList: FiatReportRow[]
    total: number
    pagesNumber: number
  }
  return { rows: transactionReportDTOList, total, pagesNumber }
}
const found = async (choice: object) => (await fiat(choice)).rows.map(({ transactionId }) => transactionId)
async function list<R>(path: string): Promise<{ results: R[]; total: number; pagesNumber: number }> {
  const answer = await officer.send('GET', path)
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.json()) as { results: R[]; total: number; pagesNumber: number }
}
async function csv(answer: Response): Promise<string[]> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')])
  return (await answer.text()).replace(/^\uFEFF/, '').split('\r\n')
}

describe('ADM-15 MON-09 Fiat', () => {
  it('withdrawals with every column of the specification, newest first, 11 a page', async () => {
    const { rows, total, pagesNumber } = await fiat({})
    expect([rows.map(({ transactionId }) => transactionId), total, pagesNumber]).toEqual([
      [ids.rejected, ids.large, ids.paid].sort((a, b) => order(b, a)),
      3,
      1,
    ])
    expect(rows.find(({ transactionId }) => transactionId === ids.rejected)).toEqual({
      userId: ana,
      transactionId: ids.rejected,
      asset: 'COP',
      amount: '41000000',
      state: 'RETURNED',
      creationDate: '2026-03-10T15:00:00.000Z',
      confirmationDate: '2026-03-10T15:00:00.000Z',
      bankName: expect.stringMatching(/\w/),
      accountName: NUMBER,
      accountType: 9,
      aprobationState: 'REJECTED',
      aprobador: officerEmail,
      internalID: `po-${ids.rejected}`,
      userLastModification: officerEmail,
    })
  })
  const order = (a: string, b: string) => (a === ids.paid ? -1 : b === ids.paid ? 1 : a < b ? -1 : 1)

  it('each filter works on the server', async () => {
    expect(await found({ state: 'Pendiente' })).toEqual([ids.large])
    expect(await found({ state: 'Completo' })).toEqual([ids.paid])
    expect(await found({ state: 'Fallido' })).toEqual([ids.rejected])
    expect(await found({ userId: luis })).toEqual([ids.paid])
    expect(await found({ transactionId: ids.large })).toEqual([ids.large])
    expect(await found({ aprobador: 'ID de Administrador' })).toEqual([ids.rejected])
    for (const approver of [officerId, officerEmail, ` ${officerEmail.toUpperCase()} `])
      expect(await found({ aprobador: approver }), 'A11 MON-09 an officer').toEqual([ids.rejected])
    expect(await found({ aprobador: 'otra@tunjo.example' })).toEqual([])
    expect((await found({ aprobador: 'A10' })).sort(), 'A11 MON-09 as the column shows it').toEqual([ids.large, ids.paid].sort())
    const everything = await found({})
    const all = {
      asset: '-1',
      amountOrder: '-1',
      state: -1,
      date: -1,
      timeOrder: '',
      aprobador: -1,
      userId: -1,
      transactionId: '-1',
      accountId: -1,
    }
    expect(await found(all), 'A10 API-01 -1 asks for all').toEqual(everything)
    expect((await found({ aprobador: 'Automatico' })).sort()).toEqual([ids.large, ids.paid].sort())
    expect(await found({ accountId: '99999999' })).toEqual([])
    expect(await found({ accountId: NUMBER, amountOrder: 'Menor a mayor' })).toEqual([ids.paid, ids.rejected, ids.large])
    expect(await found({ accountId: account, amountOrder: 'Mayor a menor' })).toEqual([ids.large, ids.rejected, ids.paid])
    expect((await found({ timeOrder: 'Antiguos' }))[0]).toBe(ids.paid)
    expect(await found({ asset: 'BTC' })).toEqual([])
    expect(await found({ date: '2026-03-09' })).toEqual([ids.paid])
    expect(await found({ userId: "' OR 1=1 --" })).toEqual([])
  })

  it('a day is a day of Bogotá, and deposits have their own list', async () => {
    expect(await found({ transactionType: 0, date: '2026-03-10', timeOrder: 'Antiguos' })).toEqual([ids.deposit, ids.failed])
    expect(await found({ transactionType: 0, date: '2026-03-11' })).toEqual([])
    expect(await found({ transactionType: 0, aprobador: 'ID de Administrador' })).toEqual([])
  })

  it('pages, and refuses an invalid page', async () => {
    expect(await fiat({ itemsPerPage: 2, pageIndex: 1, timeOrder: 'Recientes' })).toMatchObject({ total: 3, pagesNumber: 2 })
    expect((await officer.send('POST', FIAT, { transactionType: 1, itemsPerPage: 101 })).status).toBe(400)
    expect((await officer.send('POST', FIAT, { transactionType: 2 })).status).toBe(400)
  })

  it('SEC-44 exports exactly the columns of the specification, and the export is recorded without the number of the account', async () => {
    const body = { transactionType: 0, accountId: NUMBER, state: 'Completo' }
    const answer = await officer.send('POST', `${FIAT}/csv`, body)
    expect(answer.headers.get('content-disposition')).toContain('deposits-information.csv')
    expect(await csv(answer)).toEqual([
      'userId;transactionId;asset;amount;state;creationDate;internalID',
      `${ana};${ids.deposit};COP;6000000;Completo;2026-03-10 07:00:00;tx-${ids.deposit}`,
      '',
    ])
    const [entry] = await auditTrail(database.db, { action: 'reports.exported' })
    expect(entry).toMatchObject({ object: { id: 'fiat-deposits' }, after: { rows: 1 } })
    expect(JSON.stringify(entry)).not.toContain(NUMBER)
    const withdrawals = await officer.send('POST', `${FIAT}/csv`, { transactionType: 1, state: 'Fallido' })
    expect(withdrawals.headers.get('content-disposition')).toContain('withdrawals-information.csv')
    const [header, row] = await csv(withdrawals)
    expect(header).toBe(
      'userId;transactionId;creationDate;confirmationDate;asset;amount;bankName;accountName;accountType;aprobationState;aprobador;state;internalID',
    )
    expect(row).toContain(`;${NUMBER};Ahorros;Rechazado;${officerEmail};Fallido;po-${ids.rejected}`)
  })
})

describe('ADM-15 MON-09 Historial de depositos', () => {
  const tokens = async (query = '') => (await list<TokenReportRow>(`${TOKENS}?${query}`)).results.map(({ id }) => id)

  it('token deposits of all customers, with the order and the size of the specification', async () => {
    const { results, total } = await list<TokenReportRow>(`${TOKENS}?ordering=created_at&limit=10`)
    expect(total).toBe(2)
    expect(results.find(({ id }) => id === ids.token)).toEqual({
      id: ids.token,
      created_at: '2026-03-10T15:00:00.000Z',
      asset: 'BTC',
      amount: '0.025',
      to_address: `0x${'1'.repeat(40)}`,
      state: 'COMPLETED',
      user_id: ana,
      fee: '0',
      kind: 'DEPOSIT',
      from_address: `0x${'2'.repeat(40)}`,
      transaction_hash: `0x${'ab'.repeat(32)}`,
      confirmed_at: '2026-03-10T15:01:00.000Z',
      approver: null,
    })
  })

  it('each filter works on the server; amounts of different assets have one order', async () => {
    expect(await tokens('asset=USDT')).toEqual([ids.reversed])
    expect(await tokens('state=Completo')).toEqual([ids.token])
    expect(await tokens('state=Fallido')).toEqual([ids.reversed])
    expect(await tokens('state=Pendiente')).toEqual([])
    expect(await tokens(`userId=${luis}`)).toEqual([])
    expect(await tokens(`transactionId=${ids.token}`)).toEqual([ids.token])
    expect(await tokens(`transactionId=0x${'AB'.repeat(32)}&ordering=amount`)).toEqual([ids.token, ids.reversed])
    expect(await tokens('ordering=-amount')).toEqual([ids.reversed, ids.token])
    expect(await tokens('date=2026-03-11')).toEqual([])
    expect(await tokens('aprobador=Automatico&date=2026-03-10&asset=BTC')).toEqual([ids.token])
  })

  it('exports exactly the columns of the specification', async () => {
    const answer = await officer.send('GET', `${TOKENS}/csv?asset=BTC`)
    expect(answer.headers.get('content-disposition')).toContain('deposits-information.csv')
    expect(await csv(answer)).toEqual([
      'userId;asset;amount;state;creationDate;confirmationDate;transactionId;destination',
      `${ana};BTC;0,025;Completo;2026-03-10 10:00:00;2026-03-10 10:01:00;0x${'ab'.repeat(32)};0x${'1'.repeat(40)}`,
      '',
    ])
  })
})

describe('ADM-15 MON-09 Historial de retiros', () => {
  const tokens = async (query = '') =>
    (await list<TokenReportRow>(`${TOKENS}?kind=WITHDRAWAL&ordering=-amount&${query}`)).results.map(({ id }) => id)

  it('token withdrawals of all customers, with the transaction that pays them and the deciding officer', async () => {
    const { results, total } = await list<TokenReportRow>(`${TOKENS}?kind=WITHDRAWAL`)
    expect(total).toBe(3)
    expect(results.find(({ id }) => id === out.sent)).toEqual({
      id: out.sent,
      created_at: '2026-03-10T16:00:00.000Z',
      asset: 'USDT',
      amount: '6000',
      to_address: `0x${'6'.repeat(40)}`,
      state: 'CONFIRMED',
      user_id: luis,
      fee: '0.5',
      kind: 'WITHDRAWAL',
      from_address: null,
      transaction_hash: HASH_OUT,
      confirmed_at: '2026-03-10T16:05:00.000Z',
      approver: officerEmail,
    })
    const rejected = { transaction_hash: null, confirmed_at: null, approver: officerEmail }
    expect(results.find(({ id }) => id === out.rejected)).toMatchObject(rejected)
  })

  it('filters by state, transaction, address and approver', async () => {
    expect(await tokens()).toEqual([out.waiting, out.rejected, out.sent])
    expect(await tokens('state=Pendiente')).toEqual([out.waiting])
    expect(await tokens('state=Completo')).toEqual([out.sent])
    expect(await tokens('state=Fallido')).toEqual([out.rejected])
    expect(await tokens(`transactionId=${HASH_OUT}`)).toEqual([out.sent])
    expect(await tokens(`transactionId=0x${'6'.repeat(40)}&date=2026-03-10`)).toEqual([out.waiting, out.rejected, out.sent])
    expect(await tokens('aprobador=Automatico')).toEqual([out.waiting])
    for (const approver of [officerId, officerEmail]) expect(await tokens(`aprobador=${approver}`)).toEqual([out.rejected, out.sent])
    expect(await tokens(`userId=${ana}`)).toEqual([])
  })

  it('A11 B4 an officer is found by the longest e-mail that an account may have', async () => {
    const longest = `${'o'.repeat(64)}@${'entidad.'.repeat(22)}tunjo.example`
    expect(longest).toHaveLength(FILTER_TEXT_MAX)
    const rename = (email: string) => sql`UPDATE identity.account SET email = ${email} WHERE id = ${officerId}`.execute(database.owner)
    await rename(longest)
    expect(await found({ aprobador: longest })).toEqual([ids.rejected])
    expect(await tokens(`aprobador=${longest}`)).toEqual([out.rejected, out.sent])
    await rename(officerEmail)
  })

  it('a row without a transaction has its id in the export', async () => {
    const answer = await officer.send('GET', `${TOKENS}/csv?kind=WITHDRAWAL&ordering=-amount&state=Fallido`)
    expect(answer.headers.get('content-disposition')).toContain('withdrawals-information.csv')
    expect((await csv(answer))[1]).toBe(`${luis};USDT;7000;Fallido;2026-03-10 11:00:00;;${out.rejected};0x${'6'.repeat(40)}`)
  })
})

describe('ADM-15 tokens that were not simply credited', () => {
  interface Attention {
    results: UncreditedToken[]
    total: number
    pagesNumber: number
    spam: number
  }
  const attention = async (query = '') => (await (await officer.send('GET', `${TOKENS}/attention?${query}`)).json()) as Attention
  const idsOf = ({ results }: Attention) => results.map(({ id }) => id)
  const strange = async (kind: UncreditedToken['kind'], amount: string, at: string, count = 1) => {
    const id = newId()
    await sql`INSERT INTO crypto.unrecognized (id, kind, account_id, address, contract, from_address, amount, transaction_hash, block_number,
        seen_at) SELECT CASE n WHEN 1 THEN ${id}::uuid ELSE gen_random_uuid() END, ${kind}, ${luis}, ${`0x${'3'.repeat(40)}`},
        ${`0x${'4'.repeat(40)}`}, ${`0x${'5'.repeat(40)}`}, ${amount}::numeric, ${`0x${'cd'.repeat(32)}`}, 9, ${at}::timestamptz
      FROM generate_series(1, ${count}::integer) AS n`.execute(database.owner)
    return id
  }
  const [disputed, kept] = [newId(), newId()]

  it('disputed ones and held ones come first, then those credited to no customer, newest first', async () => {
    await token(disputed, 'USDT', '1500000', 'DISPUTED', 3)
    await token(kept, 'BTC', '100000', 'IN_REVIEW', 4)
    const ours = await strange('from_house', '7', '2026-03-12T16:00:00Z')
    const ether = await strange('native_coin', '8', '2026-03-12T17:00:00Z')
    const answer = await attention()
    expect(idsOf(answer).slice(0, 2).sort()).toEqual([disputed, kept].sort())
    expect(idsOf(answer).slice(2)).toEqual([ether, ours])
    expect(answer.results.find(({ id }) => id === disputed)).toMatchObject({
      kind: 'disputed',
      asset: 'USDT',
      amount: '1.5',
      contract: null,
    })
    expect(answer).toMatchObject({ total: 4, pagesNumber: 1, spam: 0 })
  })

  it('B3 ether from a balance is money without a transaction, with the blocks in which it came, and dust of it is spam', async () => {
    const [found, dust] = [newId(), await strange('dust_coin', '1', '2026-03-12T20:00:00Z')]
    await sql`INSERT INTO crypto.unrecognized (id, kind, account_id, address, amount, after_block, block_number, seen_at)
      VALUES (${found}, 'native_coin', ${luis}, ${`0x${'3'.repeat(40)}`}, 5000000000000000, 6, 9, '2026-03-12T20:00:00Z')`.execute(
      database.owner,
    )
    const answer = await attention()
    expect(answer.results.find(({ id }) => id === found)).toMatchObject({
      kind: 'native_coin',
      amount: '5000000000000000',
      from_address: null,
      transaction_hash: null,
      blocks: { first: 7, last: 9 },
    })
    expect(answer).toMatchObject({ total: 5, spam: 1 })
    expect(answer.results.filter(({ id }) => id !== found).map(({ blocks }) => blocks)).toEqual([null, null, null, null])
    expect(idsOf(await attention('list=spam'))).toEqual([dust])
    await sql`DELETE FROM crypto.unrecognized WHERE id IN (${found}, ${dust})`.execute(database.owner)
  })

  it('B2 300 worthless transfers are in a separate list, in pages, and hide no deposit of a customer', async () => {
    await strange('zero_amount', '0', '2026-03-12T18:00:00Z', 149)
    await strange('unknown_token', '1', '2026-03-12T18:00:00Z', 150)
    const newest = await strange('unknown_token', '77', '2026-03-12T19:00:00Z')
    await sql`INSERT INTO crypto.unlisted_spam VALUES (9, 'a', 7), (9, 'b', 5)`.execute(database.owner)
    const first = await attention()
    expect(first).toMatchObject({ total: 4, pagesNumber: 1, spam: 312 })
    expect(idsOf(first).slice(0, 2).sort()).toEqual([disputed, kept].sort())
    const spam = await attention('list=spam&size=100')
    expect(spam).toMatchObject({ total: 300, pagesNumber: 3, spam: 312 })
    expect(spam.results[0]).toMatchObject({
      id: newest,
      kind: 'unknown_token',
      userId: luis,
      asset: null,
      amount: '77',
      contract: `0x${'4'.repeat(40)}`,
    })
    const others = [await attention('list=spam&size=100&pageIndex=1'), await attention('list=spam&size=100&pageIndex=2')]
    expect(new Set([spam, ...others].flatMap(idsOf)).size).toBe(300)
  })

  it('B2 the pages of money are complete: every deposit under review is on one of them', async () => {
    const many = Array.from({ length: 120 }, () => newId())
    for (const [index, id] of many.entries()) await token(id, 'USDT', '2000000', 'IN_REVIEW', 100 + index)
    const pages = [await attention('size=100'), await attention('size=100&pageIndex=1')]
    expect(pages[0]).toMatchObject({ total: 124, pagesNumber: 2 })
    const listed = pages.flatMap(idsOf)
    expect(new Set(listed).size).toBe(124)
    expect(listed.slice(0, 122).sort()).toEqual([...many, disputed, kept].sort())
  })
})

describe('ADM-15 Administración de retiros', () => {
  const queue = async (query = '') => list<WithdrawalInQueue>(`${QUEUE}?${query}`)

  it('shows the facts for and against a withdrawal', async () => {
    const since = new Date(platform.clock.now().getTime() - 3_600_000)
    await sql`INSERT INTO identity.hold (id, account_id, reason, created_at, until)
      VALUES (${newId()}, ${ana}, 'password_changed', ${since}, ${since})`.execute(database.owner)
    await sql`INSERT INTO ledger.account (shard, id, asset, kind, owner, posted, held)
      VALUES (0, ${newId()}, 'COP', 'customer', ${ana}, 5000000000, 4500000000)`.execute(database.owner)
    await sql`UPDATE reports.person SET alert_kinds = ${(1 << 1) | (1 << 17)}, verified_level = 3 WHERE account_id = ${ana}`.execute(
      database.owner,
    )
    const { results } = await queue('stage=review')
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({
      transactionId: ids.large,
      rail: 'bank',
      userId: ana,
      amount: '45000000',
      state: 'IN_REVIEW',
      leavesAt: null,
      destination: expect.stringMatching(new RegExp(`\\w ${NUMBER}$`)),
      cause: 'large',
      aprobationState: 'PENDING',
      aprobador: null,
      risk: {
        level: 3,
        destinationSince: '2026-02-03T00:00:00.000Z',
        paidBefore: 0,
        othersPaid: 1,
        shareOfBalance: 90,
        credentialsChangedAt: since.toISOString(),
        openAlerts: [2, 18],
        depositedDayBefore: '6000000',
      },
    })
  })

  it('filters by stage, cause, person and mail, and orders by amount', async () => {
    const transactions = async (query: string) => (await queue(query)).results.map(({ transactionId }) => transactionId)
    expect(await transactions('stage=ended&sort=amount&order=asc')).toEqual([ids.paid, ids.rejected])
    expect(await transactions('stage=held')).toEqual([])
    expect(await transactions('cause=large&stage=review')).toEqual([ids.large])
    expect(await transactions(`text=${luis.toUpperCase()}`)).toEqual([ids.paid])
    expect(await transactions(`text=${ids.large}`)).toEqual([ids.large])
    expect(await transactions('text=nadie@correo.example')).toEqual([])
    expect((await queue('size=2&pageIndex=1')).results).toHaveLength(1)
  })
})

describe('ADM-15 Administración de retiros, by the network', () => {
  const queue = async (query = '') => list<TokenWithdrawalInQueue>(`${QUEUE}?rail=token&${query}`)

  it('shows the facts for and against a token withdrawal', async () => {
    const at = '2026-03-10T15:30:00Z'
    await sql`UPDATE crypto.withdrawal SET value_cop = 3200000000000 WHERE id = ${out.waiting}`.execute(database.owner)
    await sql`UPDATE crypto.withdrawal SET account_id = ${ana} WHERE id = ${out.sent}`.execute(database.owner)
    await sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address,
        block_number, block_hash, state, try_at, created_at, updated_at)
      VALUES (${newId()}, 1, ${`0x${'cd'.repeat(32)}`}, 9, ${luis}, ${`0x${'7'.repeat(40)}`}, 'USDT', 4000250000, ${`0x${'2'.repeat(40)}`}, 5,
        '0xblock', 'COMPLETED', now(), ${at}, ${at})`.execute(database.owner)
    await sql`INSERT INTO ledger.account (shard, id, asset, kind, owner, posted, held)
      VALUES (0, ${newId()}, 'USDT', 'customer', ${luis}, 10000625000, 8000500000)`.execute(database.owner)
    const { results, total } = await queue('stage=review')
    expect(total).toBe(1)
    expect(results[0]).toMatchObject({
      transactionId: out.waiting,
      rail: 'token',
      userId: luis,
      asset: 'USDT',
      amount: '8000',
      fee: '0.5',
      valueCop: '32000000000',
      state: 'IN_REVIEW',
      stage: 'review',
      leavesAt: null,
      destination: getAddress(`0x${'6'.repeat(40)}`),
      alias: 'Ledger',
      reasons: ['amount'],
      sanctions: 'clear',
      receiverId: null,
      aprobationState: 'PENDING',
      aprobador: null,
      risk: { paidBefore: 0, othersPaid: 1, shareOfBalance: 80, depositedDayBefore: '16000000000', openAlerts: [] },
    })
    await sql`UPDATE crypto.withdrawal SET account_id = ${luis} WHERE id = ${out.sent}`.execute(database.owner)
  })

  it('filters by stage, reason, asset, person, mail and address, orders by value, and has pages', async () => {
    const found = async (query: string) => (await queue(query)).results.map(({ transactionId }) => transactionId)
    expect(await found('stage=ended&sort=amount&order=asc')).toHaveLength(2)
    expect(await found('sort=amount&order=desc&size=1')).toEqual([out.waiting])
    expect(await found('stage=sent')).toEqual([])
    expect(await found('cause=amount&stage=review')).toEqual([out.waiting])
    expect(await found('cause=officer')).toEqual([])
    expect(await found('asset=BTC')).toEqual([])
    expect(await found(`text=${out.sent}`)).toEqual([out.sent])
    expect(await found(`text=${luis}`)).toHaveLength(3)
    expect(await found(`text=0x${'6'.repeat(40)}&asset=USDT`)).toHaveLength(3)
    expect((await queue('size=2&pageIndex=1')).results).toHaveLength(1)
    await sql`UPDATE crypto.withdrawal SET sanctions = 'listed' WHERE id = ${out.waiting}`.execute(database.owner)
    expect((await queue('cause=sanctions')).results).toMatchObject([{ transactionId: out.waiting, reasons: ['amount', 'sanctions'] }])
    expect((await queue('stage=ended&cause=amount')).results.find(({ transactionId }) => transactionId === out.sent)).toMatchObject({
      state: 'CONFIRMED',
      aprobationState: 'APPROVED',
      aprobador: officerEmail,
    })
  })
})

describe('SEC-44 a long list is written in the background', () => {
  it.each([
    [{ report: 'fiat-deposits', filter: { transactionType: 0, accountId: NUMBER } }, 'POST', `${FIAT}/csv`],
    [{ report: 'fiat-withdrawals', filter: { transactionType: 1, accountId: NUMBER } }, 'POST', `${FIAT}/csv`],
    [{ report: 'token-deposits', filter: { kind: 'DEPOSIT', asset: 'BTC' } }, 'GET', `${TOKENS}/csv?kind=DEPOSIT&asset=BTC`],
    [{ report: 'token-withdrawals', filter: { kind: 'WITHDRAWAL' } }, 'GET', `${TOKENS}/csv?kind=WITHDRAWAL`],
  ] as const)('MON-09 $report has the rows, columns and file name of the immediate download', async (asked, method, path) => {
    const started = await officer.send('POST', '/api/administrative/exports', asked)
    expect(started.status).toBe(200)
    const { id } = (await started.json()) as { id: string }
    await platform.jobs.drain()
    const written = await officer.send('GET', `/api/administrative/exports/${id}/file`)
    const atOnce = await officer.send(method, path, method === 'POST' ? asked.filter : undefined)
    const lines = await csv(written)
    expect(lines).toEqual(await csv(atOnce))
    expect(lines.length).toBeGreaterThan(1)
    expect(written.headers.get('content-disposition')).toBe(atOnce.headers.get('content-disposition'))
    const trail = await auditTrail(platform.db, { action: 'reports.export_requested', objectId: asked.report })
    expect(JSON.stringify(trail)).not.toContain(NUMBER)
  })

  it('the tabs are separate lists: none accepts the filter of the other', async () => {
    const wrong = await officer.send('POST', '/api/administrative/exports', { report: 'fiat-deposits', filter: { transactionType: 1 } })
    expect(wrong.headers.get('app-error')).toBe('request.invalid')
  })
})
