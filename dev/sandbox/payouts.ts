/** The third-party payments API of the simulated Wompi, under /payouts/v1, with the Bre-B calls under /payouts/v2. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type Answer, answering } from './answers.ts'
import { payoutBanks } from './banks.ts'
import { resolveKey } from './breb.ts'
import type { Sandbox } from './context.ts'
import { createPayout, moveBalance } from './payout-process.ts'
import type { Payout } from './payout-types.ts'
import { DAILY_BATCHES, DAILY_LIMIT_CENTS, readPayoutRequest, usedToday } from './payout-validation.ts'
import { toPayoutTransactionView, toPayoutView } from './payout-views.ts'
import { ORIGIN_ACCOUNT_ID } from './secrets.ts'
import { textsOf } from './texts-of.ts'
import { bogotaDate } from './wompi-transaction.ts'

const START_BALANCE_CENTS = 10_000_000_000_000

const Recharge = z.object({ accountId: z.string(), amountInCents: z.int().min(100_000).max(5_000_000_000) })

export function mountPayouts(app: FastifyInstance, sandbox: Sandbox): void {
  const { store } = sandbox
  if (!store.accounts.get(ORIGIN_ACCOUNT_ID)) store.accounts.put({ id: ORIGIN_ACCOUNT_ID, balanceInCents: START_BALANCE_CENTS })

  const read = (path: string, handle: (request: FastifyRequest) => Answer) =>
    app.get(path, answering(sandbox, 'payouts.read', guarded(sandbox, handle)))

  for (const version of ['v1', 'v2'] as const) {
    app.post(
      `/payouts/${version}/payouts`,
      answering(
        sandbox,
        'payouts.create',
        guarded(sandbox, (request) => create(sandbox, version, request)),
      ),
    )
    read(`/payouts/${version}/payouts`, (request) => ok(page(request, filterPayouts(sandbox, request).map(toPayoutView))))
    read(`/payouts/${version}/payouts/:id`, (request) => {
      const payout = store.payouts.get(param(request, 'id'))
      return payout ? ok(toPayoutView(payout)) : missing
    })
    read(`/payouts/${version}/payouts/:id/transactions`, (request) => {
      const payout = store.payouts.get(param(request, 'id'))
      return payout ? ok(page(request, showTransactions(request, [payout]))) : missing
    })
    read(`/payouts/${version}/transactions/:batchReference`, (request) => {
      const payouts = store.payouts.all().filter((payout) => payout.reference === param(request, 'batchReference'))
      return payouts.length > 0 ? ok(page(request, showTransactions(request, payouts))) : missing
    })
  }

  read('/payouts/v1/banks', () => ok(payoutBanks))
  read('/payouts/v1/accounts', () => ok(showAccounts(sandbox)))
  read('/payouts/v1/limits', () => ok(showLimits(sandbox)))
  read('/payouts/v1/health', () => ok({ status: 'HEALTHY', services: [{ name: 'payments', healthy: true }] }))
  read('/payouts/v2/breb/keys/resolve/:key', (request) => resolveKey(param(request, 'key'), textsOf(request.query).keyType))

  app.post('/payouts/v1/accounts/balance-recharge', (request, reply) => {
    const { status, body } = guarded(sandbox, recharge(sandbox))(request)
    return reply.code(status).send(body)
  })
}

function guarded(sandbox: Sandbox, handle: (request: FastifyRequest) => Answer) {
  const { apiKey, userPrincipalId } = sandbox.secrets.payouts
  return (request: FastifyRequest): Answer => {
    const { headers } = request
    return headers['x-api-key'] === apiKey && headers['user-principal-id'] === userPrincipalId ? handle(request) : unauthorized
  }
}

function create(sandbox: Sandbox, version: Payout['version'], request: FastifyRequest): Answer {
  const header = request.headers['idempotency-key']
  const result = readPayoutRequest(sandbox, version, request.body, Array.isArray(header) ? undefined : header)
  if ('refused' in result) return result.refused
  const payout = createPayout(sandbox, version, result.request, result.idempotencyKey)
  const count = payout.transactions.length
  return ok({ payoutId: payout.id, transactions: count, success: count, failed: 0 }, 201)
}

function recharge(sandbox: Sandbox) {
  return (request: FastifyRequest): Answer => {
    const parsed = Recharge.safeParse(request.body)
    if (!parsed.success) return { status: 400, body: { code: 'EXC_002', message: 'El valor debe estar entre $ 1.000 y $ 50.000.000.' } }
    if (!sandbox.store.accounts.get(parsed.data.accountId)) return missing
    moveBalance(sandbox, parsed.data.accountId, parsed.data.amountInCents)
    return ok(showAccounts(sandbox))
  }
}

function filterPayouts(sandbox: Sandbox, request: FastifyRequest): Payout[] {
  const { status, fromDate, toDate, reference, id } = textsOf(request.query)
  const statuses = status?.split(',')
  return sandbox.store.payouts
    .all()
    .filter((payout) => !statuses || statuses.includes(payout.status))
    .filter((payout) => !reference || payout.reference === reference)
    .filter((payout) => !id || payout.id === id)
    .filter((payout) => !fromDate || bogotaDate(payout.createdAt) >= fromDate)
    .filter((payout) => !toDate || bogotaDate(payout.createdAt) <= toDate)
}

function showTransactions(request: FastifyRequest, payouts: Payout[]): unknown[] {
  const { status } = request.query as { status?: string | string[] }
  const statuses = Array.isArray(status) ? status : status?.split(',')
  return payouts.flatMap((payout) =>
    payout.transactions
      .filter((transaction) => !statuses || statuses.includes(transaction.status))
      .map((transaction) => toPayoutTransactionView(payout, transaction)),
  )
}

function showAccounts({ store }: Sandbox): unknown[] {
  return store.accounts.all().map(({ id, balanceInCents }) => ({
    id,
    balanceInCents,
    number: '****0001',
    status: 'ACTIVE',
    accountType: 'AHORROS',
    bank: { code: 'BANCOLOMBIA', name: 'BANCOLOMBIA' },
  }))
}

function showLimits(sandbox: Sandbox): unknown {
  const used = usedToday(sandbox)
  return {
    numberOfTransactionsConsumed: used.transactions,
    numberOfBatchesAvailable: DAILY_BATCHES - used.batches,
    limits: { dailyLimit: DAILY_LIMIT_CENTS, dailyAvailable: DAILY_LIMIT_CENTS - used.amountInCents },
  }
}

function page(request: FastifyRequest, records: unknown[]): unknown {
  const query = textsOf(request.query)
  const limit = Math.min(Math.max(Number.parseInt(query.limit ?? '10', 10) || 10, 1), 100)
  const number = Math.max(Number.parseInt(query.page ?? '1', 10) || 1, 1)
  const pages = Math.max(Math.ceil(records.length / limit), 1)
  return { page: number, limit, total: records.length, pages, records: records.slice((number - 1) * limit, number * limit) }
}

function param(request: FastifyRequest, name: string): string {
  return textsOf(request.params)[name] ?? ''
}

function ok(data: unknown, status = 200): Answer {
  return {
    status,
    body: { status, code: 'OK', message: 'Solicitud ejecutada correctamente.', meta: { trace_id: randomUUID() }, data },
  }
}

const unauthorized: Answer = { status: 401, body: { code: 'UNAUTHORIZED', message: 'Las credenciales no son válidas.' } }
const missing: Answer = { status: 404, body: { code: 'NOT_FOUND', message: 'El recurso no existe.' } }
