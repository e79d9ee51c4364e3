/** Control page at /: recent operations, and every switch. */
import type { FastifyInstance } from 'fastify'
import { ZodError } from 'zod'
import type { Sandbox } from './context.ts'
import { applyCommand } from './controls.ts'
import { escapeHtml, formatCop, sendPage } from './html.ts'
import { isForeignForm } from './same-origin.ts'
import { apiFaultKinds, apiFaultPoints, channels, priceModes, priceSources, type Switches, webhookFaultKinds } from './switch-types.ts'
import { readSwitches } from './switches.ts'

const ROWS = 25

const labels: Record<string, string> = {
  drop: 'Perder el webhook',
  delay: 'Retrasarlo (ms)',
  duplicate: 'Duplicarlo (copias)',
  reorder: 'Cambiar el orden (espera máxima, ms)',
  'wrong-checksum': 'Firma falsa',
  'wrong-amount': 'Valor cambiado (porcentaje)',
  'stale-timestamp': 'Fecha vieja (ms hacia atrás)',
  error: 'Responder 500',
  timeout: 'No responder (ms)',
  slow: 'Responder despacio (ms)',
  'drop-after': 'Hacerlo y cortar la conexión',
  'error-after': 'Hacerlo y responder 500',
  'wompi.create': 'Crear pago PSE',
  'wompi.read': 'Consultas de pagos',
  'payouts.create': 'Crear lote de pagos a terceros',
  'payouts.read': 'Consultas de pagos a terceros',
  all: 'Todos',
  payments: 'Pagos PSE',
  payouts: 'Pagos a terceros',
  next: 'Solo la próxima vez',
  reset: 'Hasta restablecer',
  ok: 'Normal',
  'rate-limit': 'Límite de consultas (429)',
  outage: 'Caída (503)',
  stale: 'Precio congelado',
  deviate: 'Desviado (porcentaje del real)',
  'symbol-missing': 'Sin el par USDTCOP',
  binance: 'Binance',
  coinbase: 'Coinbase',
  coingecko: 'CoinGecko',
  bitso: 'Bitso',
  trm: 'TRM',
  in: 'Entra',
  out: 'Sale',
  approve: 'Aprobar',
  reject: 'Rechazar',
  waiting: 'En espera',
  held: 'Retenido',
  delivered: 'Entregado',
  dropped: 'Perdido',
  'given-up': 'Abandonado',
}

export function mountControls(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/', (_request, reply) => sendPage(reply, { title: 'Proveedores de prueba · Tunjo', body: desk(sandbox) }))
  app.get('/controls', () => readSwitches(sandbox))
  app.post('/controls', (request, reply) => {
    if (isForeignForm(request, sandbox.publicUrl())) return reply.code(403).send({ message: 'Formulario de otro sitio' })
    try {
      const switches = applyCommand(sandbox, request.body)
      const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
      return isForm ? reply.redirect('/', 303) : reply.send(switches)
    } catch (error) {
      if (error instanceof ZodError) return reply.code(400).send({ message: 'La orden no es válida', issues: error.issues })
      return reply.code(404).send({ message: error instanceof Error ? error.message : 'No se pudo aplicar' })
    }
  })
}

function desk(sandbox: Sandbox): string {
  const switches = readSwitches(sandbox)
  return `<aside class="test" aria-label="Aviso"><strong>Ambiente de pruebas.</strong> Estos proveedores son simulados: aquí no se mueve dinero real.</aside>
<main class="desk"><h1>Proveedores de prueba</h1>
${section('Fallas activas', activeFaults(switches))}
${section('Webhooks', webhookForm)}
${section('Llamadas', apiForm)}
${section('Precios', priceForm)}
${section('Pagos PSE', payments(sandbox))}
${section('Banco de la cuenta de recaudo', bank(sandbox))}
${section('Pagos a terceros', payouts(sandbox))}
${section('Webhooks recientes', webhooks(sandbox))}
</main>`
}

function section(title: string, body: string): string {
  return `<section><h2>${title}</h2>${body}</section>`
}

function activeFaults(switches: Switches): string {
  const rows = [
    ...switches.webhookFaults.map((fault) => ['Webhook', label(fault.kind), label(fault.channel), label(fault.scope), fault.value]),
    ...switches.apiFaults.map((fault) => ['Llamada', label(fault.kind), label(fault.point), label(fault.scope), fault.value]),
    ...Object.entries(switches.prices)
      .filter(([, fault]) => fault.mode !== 'ok')
      .map(([source, fault]) => ['Precio', label(fault.mode), label(source), label('reset'), fault.value]),
  ]
  const reset = form('reset', '', 'Restablecer todo')
  if (rows.length === 0) return '<p class="empty">Todo funciona con normalidad.</p>'
  const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell ?? '')}</td>`).join('')}</tr>`).join('')
  return `${table('Fallas activas', ['Qué', 'Falla', 'Dónde', 'Duración', 'Valor'], cells)}<div style="margin-top:12px">${reset}</div>`
}

const scopeSelect = select('Duración', 'scope', ['next', 'reset'])
const valueInput = '<label>Valor (opcional)<input name="value" inputmode="numeric" pattern="[0-9]*" size="8"></label>'
const webhookForm = form(
  'webhook-fault',
  select('Falla', 'kind', webhookFaultKinds) + select('Canal', 'channel', ['all', ...channels]) + scopeSelect + valueInput,
  'Activar',
)
const apiForm = form(
  'api-fault',
  select('Falla', 'kind', apiFaultKinds) + select('Llamada', 'point', apiFaultPoints) + scopeSelect + valueInput,
  'Activar',
)
const priceForm = form('prices', select('Fuente', 'source', priceSources) + select('Estado', 'mode', priceModes) + valueInput, 'Aplicar')

function payments({ store }: Sandbox): string {
  const rows = recent(store.transactions.all()).map(
    ({ id, request, status, ticket, ticketUsed, createdAt }) =>
      `<tr><td>${time(createdAt)}</td><td>${id}</td><td>${escapeHtml(request.reference)}</td><td class="number">${formatCop(request.amount_in_cents)}</td>
<td>${status}</td><td>${ticketUsed ? '' : `<a href="/pse/authorize?ticket=${ticket}">Página del banco</a>`}</td>
<td>${form('set-transaction', hidden('transactionId', id) + select('', 'status', ['APPROVED', 'DECLINED', 'ERROR', 'VOIDED'], 'Nuevo estado'), 'Cambiar')}</td></tr>`,
  )
  return rows.length === 0
    ? '<p class="empty">Todavía no hay pagos.</p>'
    : table('Pagos PSE', ['Fecha', 'Id', 'Referencia', '#Valor', 'Estado', 'Enlace', 'Cambiar estado'], rows.join(''))
}

const text = (name: string, field: string, more = '') => `<label>${name}<input name="${field}" ${more}></label>`
const bankForm = form(
  'bank-transfer',
  select('Movimiento', 'direction', ['in', 'out']) +
    text('Valor en pesos', 'amount', 'inputmode="numeric" pattern="[0-9]+" required') +
    text('Referencia', 'reference') +
    text('Nombre de quien paga', 'name') +
    text('Documento de quien paga', 'document'),
  'Hacer la transferencia',
)

function bank({ store }: Sandbox): string {
  const rows = recent(store.transfers.all()).map(
    ({ id, day, direction, amountInCents, reference, name, document }) =>
      `<tr><td>${day}</td><td>${id}</td><td>${label(direction)}</td><td class="number">${formatCop(amountInCents)}</td>
<td>${escapeHtml(reference)}</td><td>${escapeHtml(`${name} ${document}`)}</td></tr>`,
  )
  const list =
    rows.length === 0
      ? '<p class="empty">Todavía no hay transferencias.</p>'
      : table('Transferencias', ['Fecha', 'Id', 'Movimiento', '#Valor', 'Referencia', 'Quien paga'], rows.join(''))
  return `${bankForm}${list}<p><a href="/bank/statement.csv">Descargar el extracto (CSV)</a></p>`
}

function payouts({ store }: Sandbox): string {
  const rows = recent(store.payouts.all()).flatMap((payout) =>
    payout.transactions.slice(0, ROWS).map(
      (
        transaction,
      ) => `<tr><td>${time(payout.createdAt)}</td><td>${escapeHtml(payout.reference)}</td><td>${escapeHtml(transaction.name)}</td>
<td class="number">${formatCop(transaction.amountInCents)}</td><td>${payout.status}</td><td>${transaction.status} ${escapeHtml(transaction.failure?.code ?? '')}</td>
<td>${
        payout.status === 'AFE_ON_HOLD'
          ? form('release-hold', hidden('payoutId', payout.id) + select('', 'decision', ['approve', 'reject'], 'Decisión'), 'Decidir')
          : form(
              'set-payout-transaction',
              hidden('payoutId', payout.id) +
                hidden('transactionId', transaction.id) +
                hidden('failureCode', 'D10') +
                select('', 'status', ['APPROVED', 'FAILED'], 'Nuevo estado'),
              'Cambiar',
            )
      }</td></tr>`,
    ),
  )
  return rows.length === 0
    ? '<p class="empty">Todavía no hay pagos a terceros.</p>'
    : table('Pagos a terceros', ['Fecha', 'Lote', 'Beneficiario', '#Valor', 'Estado del lote', 'Estado', 'Cambiar estado'], rows.join(''))
}

function webhooks({ store }: Sandbox): string {
  const rows = recent(store.webhooks.all()).map(
    (
      webhook,
    ) => `<tr><td>${time(webhook.createdAt)}</td><td>${label(webhook.channel)}</td><td>${webhook.event}</td><td>${label(webhook.status)}</td>
<td class="number">${webhook.attempts}</td><td>${escapeHtml(webhook.lastAnswer ?? '')}</td><td>${escapeHtml(webhook.faults.map(label).join(', '))}</td>
<td>${form('resend-webhook', hidden('webhookId', webhook.id), 'Reenviar')}</td></tr>`,
  )
  return rows.length === 0
    ? '<p class="empty">Todavía no hay webhooks.</p>'
    : table('Webhooks recientes', ['Fecha', 'Canal', 'Evento', 'Estado', '#Intentos', 'Respuesta', 'Fallas', 'Acción'], rows.join(''))
}

function recent<T>(records: T[]): T[] {
  return records.slice(-ROWS).reverse()
}

function table(name: string, heads: string[], rows: string): string {
  const cells = heads.map((head) =>
    head.startsWith('#') ? `<th scope="col" class="number">${head.slice(1)}</th>` : `<th scope="col">${head}</th>`,
  )
  return `<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table><thead><tr>${cells.join('')}</tr></thead><tbody>${rows}</tbody></table></div>`
}

function form(action: string, fields: string, submit: string): string {
  return `<form class="row" method="post" action="/controls">${hidden('action', action)}${fields}<button>${submit}</button></form>`
}

function select(name: string, field: string, options: readonly string[], ariaLabel = ''): string {
  const list = options.map((option) => `<option value="${option}">${label(option)}</option>`).join('')
  return name
    ? `<label>${name}<select name="${field}">${list}</select></label>`
    : `<select name="${field}" aria-label="${ariaLabel}">${list}</select>`
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`
}

function label(name: string): string {
  return labels[name] ?? name
}

function time(ms: number): string {
  return new Date(ms).toLocaleString('es-CO', { timeZone: 'America/Bogota', dateStyle: 'short', timeStyle: 'medium' })
}
