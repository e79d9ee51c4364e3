/** The payments API of the simulated Wompi, under /wompi/v1. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Answer, answering } from './answers.ts'
import { pseInstitutions } from './banks.ts'
import type { Sandbox } from './context.ts'
import { sendPage } from './html.ts'
import { textsOf } from './texts-of.ts'
import { contractPages, toMerchantView } from './wompi-merchant.ts'
import { bogotaDate, countRead, createTransaction, toTransactionView } from './wompi-transaction.ts'
import { readTransactionRequest } from './wompi-validation.ts'

const LIST_LIMIT = 100

export function mountWompi(app: FastifyInstance, sandbox: Sandbox): void {
  const { wompi: keys } = sandbox.secrets

  app.get(
    '/wompi/v1/merchants/:publicKey',
    answering(sandbox, 'wompi.read', (request) =>
      textsOf(request.params).publicKey === keys.publicKey ? ok(toMerchantView(sandbox)) : missing,
    ),
  )

  app.get(
    '/wompi/v1/pse/financial_institutions',
    answering(sandbox, 'wompi.read', (request) => (hasKey(request, [keys.publicKey]) ? ok(pseInstitutions) : unauthorized)),
  )

  app.post(
    '/wompi/v1/transactions',
    answering(sandbox, 'wompi.create', (request) => (hasKey(request, [keys.publicKey]) ? create(sandbox, request.body) : unauthorized)),
  )

  app.get(
    '/wompi/v1/transactions/:id',
    answering(sandbox, 'wompi.read', (request) => {
      if (!hasKey(request, [keys.publicKey, keys.privateKey])) return unauthorized
      const transaction = sandbox.store.transactions.get(textsOf(request.params).id ?? '')
      return transaction ? ok(toTransactionView(sandbox, countRead(sandbox, transaction))) : missing
    }),
  )

  app.get(
    '/wompi/v1/transactions',
    answering(sandbox, 'wompi.read', (request) => {
      if (!hasKey(request, [keys.privateKey])) return unauthorized
      return ok(listTransactions(sandbox, textsOf(request.query)))
    }),
  )

  for (const { path, title } of Object.values(contractPages)) {
    app.get(path, (_request, reply) =>
      sendPage(reply, {
        title,
        body: `<h1>${title}</h1><p>Texto de muestra. En producción, este enlace abre el contrato vigente de Wompi.</p>`,
      }),
    )
  }
}

function listTransactions(sandbox: Sandbox, query: Record<string, string | undefined>): unknown[] {
  const { reference, from_date, until_date } = query
  const size = Math.min(Number.parseInt(query.page_size ?? '', 10) || LIST_LIMIT, LIST_LIMIT)
  const page = Math.max(Number.parseInt(query.page ?? '', 10) || 1, 1)
  const found = sandbox.store.transactions
    .all()
    .filter(({ request }) => !reference || request.reference === reference)
    .filter(({ createdAt }) => !from_date || bogotaDate(createdAt) >= from_date)
    .filter(({ createdAt }) => !until_date || bogotaDate(createdAt) <= until_date)
    .reverse()
  return found.slice((page - 1) * size, page * size).map((transaction) => toTransactionView(sandbox, transaction))
}

function create(sandbox: Sandbox, body: unknown): Answer {
  const result = readTransactionRequest(body, {
    integritySecret: sandbox.secrets.wompi.integritySecret,
    privateKey: sandbox.secrets.wompi.privateKey,
    now: sandbox.clock(),
    isReferenceUsed: (reference) => sandbox.store.transactions.all().some((transaction) => transaction.request.reference === reference),
  })
  if ('messages' in result) return { status: 422, body: { error: { type: 'INPUT_VALIDATION_ERROR', messages: result.messages } } }
  return { status: 201, body: { data: toTransactionView(sandbox, createTransaction(sandbox, result.request)), meta: {} } }
}

function hasKey(request: FastifyRequest, keys: string[]): boolean {
  return keys.some((key) => request.headers.authorization === `Bearer ${key}`)
}

function ok(data: unknown): Answer {
  return { status: 200, body: { data, meta: {} } }
}

const unauthorized: Answer = {
  status: 401,
  body: { error: { type: 'INVALID_ACCESS_TOKEN', reason: 'La llave proporcionada no corresponde a este ambiente.' } },
}

const missing: Answer = {
  status: 404,
  body: { error: { type: 'NOT_FOUND_ERROR', reason: 'La entidad solicitada no existe' } },
}
