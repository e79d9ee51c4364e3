/** Bank of the collection account: incoming and outgoing transfers, and their statement as a file (docs/bank-statement.md). */
import type { FastifyInstance } from 'fastify'
import type { BankTransfer } from './bank-types.ts'
import type { Sandbox } from './context.ts'

/** The account that the demo's customers transfer to. It does not exist. */
export const COLLECTION_ACCOUNT = { number: '60041230987', bankId: '23', holder: 'Tunjo S.A.S.', taxId: '900123456-8' } as const

const HEADER = 'tipo,cuenta,fecha,consecutivo,id_movimiento,valor,saldo,referencia,descripcion,nombre,documento,banco,cuenta_origen'
const BOGOTA_BEHIND_MS = 5 * 3_600_000

/** Day in Bogotá. */
export const dayOf = (atMs: number): string => new Date(atMs - BOGOTA_BEHIND_MS).toISOString().slice(0, 10)

/** `amount` in whole pesos. */
type Ordered = Omit<BankTransfer, 'id' | 'day' | 'amountInCents'> & { amount: number }

export function addTransfer({ store, clock }: Sandbox, { direction, amount, reference, description, name, document }: Ordered): void {
  const id = `TR${String(store.transfers.all().length + 1).padStart(6, '0')}`
  store.transfers.put({ id, day: dayOf(clock()), direction, amountInCents: amount * 100, reference, description, name, document })
}

/** Everything since the account was opened, with the balance after each line. */
export function statementOf({ store, clock }: Sandbox): string {
  const transfers = store.transfers.all()
  const account = COLLECTION_ACCOUNT.number
  const firstDay = transfers[0]?.day ?? dayOf(clock())
  let balance = 0
  const rows = transfers.map(({ id, direction, day, amountInCents, reference, description, name, document }, index) => {
    balance += direction === 'in' ? amountInCents : -amountInCents
    const kind = direction === 'in' ? 'CREDITO' : 'DEBITO'
    const place = direction === 'in' ? ['Banco de Bogotá', '123456789'] : ['', '']
    return [kind, account, day, index + 1, id, pesos(amountInCents), pesos(balance), reference, description, name, document, ...place]
  })
  const opening = ['SALDO_INICIAL', account, firstDay, '', '', '', pesos(0), '', '', '', '', '', '']
  const closing = ['SALDO_FINAL', account, dayOf(clock()), '', '', '', pesos(balance), '', '', '', '', '', '']
  return [HEADER, ...[opening, ...rows, closing].map((row) => row.map(cell).join(','))].map((line) => `${line}\r\n`).join('')
}

const pesos = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
const cell = (value: string | number): string =>
  /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value)

export function mountBank(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/bank/statement.csv', (_request, reply) =>
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="extracto.csv"')
      .send(statementOf(sandbox)),
  )
}
