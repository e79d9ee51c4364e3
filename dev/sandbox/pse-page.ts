/** Page of an invented bank where the person approves or rejects the payment. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pseInstitutions } from './banks.ts'
import type { Sandbox } from './context.ts'
import { escapeHtml, formatCop, sendPage } from './html.ts'
import { isForeignForm } from './same-origin.ts'
import { textsOf } from './texts-of.ts'
import { hasExpired, settle, suggestedOutcome } from './wompi-transaction.ts'
import type { PseTransaction } from './wompi-types.ts'

const outcomes = { APPROVED: 'Aprobar el pago', DECLINED: 'Rechazar', ERROR: 'Simular un error', PENDING: 'Dejar pendiente' } as const
type Outcome = keyof typeof outcomes

export function mountPsePage(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/pse/authorize', (request, reply) => {
    const transaction = findByTicket(sandbox, textsOf(request.query).ticket)
    const obstacle = findObstacle(sandbox, transaction)
    return transaction && !obstacle ? sendBankPage(reply, transaction) : sendObstacle(reply, obstacle ?? unknownTicket, transaction)
  })

  app.post('/pse/authorize', (request, reply) => {
    if (isForeignForm(request, sandbox.publicUrl())) return reply.code(403).send('Formulario de otro sitio')
    const { ticket, outcome } = textsOf(request.body)
    const transaction = findByTicket(sandbox, ticket)
    const obstacle = findObstacle(sandbox, transaction)
    if (!transaction || obstacle) return sendObstacle(reply, obstacle ?? unknownTicket, transaction)
    if (!isOutcome(outcome)) return reply.code(400).send('Respuesta desconocida')
    answer(sandbox, transaction, outcome)
    return reply.redirect(returnUrl(transaction), 303)
  })
}

function isOutcome(value: string | undefined): value is Outcome {
  return value !== undefined && Object.hasOwn(outcomes, value)
}

function answer(sandbox: Sandbox, transaction: PseTransaction, outcome: Outcome): void {
  const used = { ...transaction, ticketUsed: true }
  if (outcome === 'PENDING') sandbox.store.transactions.put(used)
  else settle(sandbox, used, outcome)
}

function findByTicket({ store }: Sandbox, ticket: string | undefined): PseTransaction | undefined {
  return ticket ? store.transactions.all().find((transaction) => transaction.ticket === ticket) : undefined
}

interface Obstacle {
  status: number
  title: string
  text: string
}

const unknownTicket: Obstacle = {
  status: 404,
  title: 'No encontramos este pago',
  text: 'El enlace no corresponde a ningún pago. Vuelve al comercio e intenta pagar de nuevo.',
}

function findObstacle(sandbox: Sandbox, transaction: PseTransaction | undefined): Obstacle | null {
  if (!transaction) return unknownTicket
  if (transaction.ticketUsed || transaction.status !== 'PENDING')
    return {
      status: 410,
      title: 'Este pago ya fue respondido',
      text: 'El enlace sirve una sola vez. Consulta el resultado en el comercio.',
    }
  if (hasExpired(sandbox, transaction)) {
    settle(sandbox, { ...transaction, ticketUsed: true }, 'DECLINED', 'La transacción expiró')
    return { status: 410, title: 'Se acabó el tiempo para pagar', text: 'No se debitó nada. Vuelve al comercio e intenta pagar de nuevo.' }
  }
  return null
}

function returnUrl({ id, request }: PseTransaction): string {
  const url = new URL(request.redirect_url)
  url.searchParams.set('id', id)
  return url.href
}

const bankHeader = `
<aside class="test" aria-label="Aviso"><strong>Ambiente de pruebas.</strong> Aquí no se mueve dinero real.</aside>
<header class="bank"><div>
<svg viewBox="0 0 36 36" aria-hidden="true"><circle cx="18" cy="18" r="18" fill="#f2c14e"/><path d="M8 15 18 9l10 6v2H8zm2 4h3v6h-3zm6.500 0h3v6h-3zm6.500 0h3v6h-3zM8 26h20v2H8z" fill="#123f6b"/></svg>
<div><strong>Banco de Pruebas</strong><span>Pagos seguros en línea · PSE</span></div></div></header>`

function sendBankPage(reply: FastifyReply, transaction: PseTransaction): FastifyReply {
  const { request, ticket } = transaction
  const suggested = suggestedOutcome(transaction)
  const bank = pseInstitutions.find(
    (institution) => institution.financial_institution_code === request.payment_method.financial_institution_code,
  )
  const facts = [
    ['Comercio', 'Tunjo'],
    ['Concepto', request.payment_method.payment_description],
    ['Referencia', request.reference],
    ['Titular', request.customer_data.full_name],
    ['Entidad elegida', bank?.financial_institution_name ?? ''],
  ]
  const button = (outcome: Outcome) => {
    const main = outcome === (suggested ?? 'APPROVED')
    return `<button name="outcome" value="${outcome}"${main ? ' class="main"' : ''}>${outcomes[outcome]}</button>`
  }
  const note = suggested
    ? `Elegiste «${escapeHtml(bank?.financial_institution_name)}»: la respuesta sugerida está resaltada, pero puedes escoger otra.`
    : 'Escoge cómo responde el banco.'
  return sendPage(reply, {
    title: 'Autoriza tu pago · Banco de Pruebas',
    formTargets: [new URL(request.redirect_url).origin],
    body: `${bankHeader}
<main class="card"><div class="panel">
<h1>Autoriza tu pago</h1><p>Revisa los datos antes de continuar.</p>
<p class="amount">${formatCop(request.amount_in_cents)}</p><p>Valor total en pesos colombianos</p>
<dl class="facts">${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>
<form method="post" action="/pse/authorize"><input type="hidden" name="ticket" value="${ticket}">
<div class="choices two">${button('APPROVED')}${button('DECLINED')}${button('ERROR')}${button('PENDING')}</div></form>
<p class="note">${note}</p>
</div></main>`,
  })
}

function sendObstacle(reply: FastifyReply, { status, title, text }: Obstacle, transaction: PseTransaction | undefined): FastifyReply {
  const back = transaction ? `<a class="button main" href="${escapeHtml(returnUrl(transaction))}">Volver al comercio</a>` : ''
  return sendPage(reply, {
    status,
    title: `${title} · Banco de Pruebas`,
    body: `${bankHeader}<main class="card"><div class="panel"><h1>${title}</h1><p>${text}</p>${back}</div></main>`,
  })
}
