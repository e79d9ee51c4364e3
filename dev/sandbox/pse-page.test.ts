import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from './testing.ts'
import { answerBankPage, createPayment, getJson } from './testing-wompi.ts'

let test: TestSandbox
let url: string
let now: Date | undefined

beforeEach(async () => {
  now = undefined
  test = await startTestSandbox({ clock: { now: () => now ?? new Date() } })
  url = test.sandbox.url
})
afterEach(() => test.close())

const status = async (id: string) => (await getJson(`${url}/wompi/v1/transactions/${id}`)).body.data.status

it('shows what is paid, to whom, and that it is a test', async () => {
  const { page } = await createPayment(url)
  const html = await (await fetch(page)).text()
  expect(html).toContain('lang="es-CO"')
  for (const text of ['Banco de Pruebas', 'Ambiente de pruebas', '$ 500.000', 'Tunjo', 'dep-1', 'Aprobar el pago', 'Dejar pendiente']) {
    expect(html).toContain(text)
  }
})

it('writes external text as text, never as markup', async () => {
  const { page } = await createPayment(url, {}, { payment_description: '<img src=x onerror=alert(1)>' })
  expect(await (await fetch(page)).text()).not.toContain('<img')
})

it.each(['APPROVED', 'DECLINED', 'ERROR'])('sends the person back and the event out after %s', async (outcome) => {
  const { id, page } = await createPayment(url)
  const answer = await answerBankPage(page, outcome)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`http://localhost:8080/application/wallets?pago=dep-1&id=${id}`)
  expect(await status(id)).toBe(outcome)
  const [webhook] = await test.receiver.waitFor(1)
  expect(webhook?.body.data.transaction).toMatchObject({ id, status: outcome })
})

it('leaves the payment pending without an event', async () => {
  const { id, page } = await createPayment(url)
  expect((await answerBankPage(page, 'PENDING')).status).toBe(303)
  expect(await status(id)).toBe('PENDING')
  expect(test.sandbox.controls.store.webhooks.all()).toEqual([])
})

it('takes one answer per ticket', async () => {
  const { id, page } = await createPayment(url)
  await answerBankPage(page, 'DECLINED')
  expect((await answerBankPage(page, 'APPROVED')).status).toBe(410)
  expect((await fetch(page)).status).toBe(410)
  expect(await status(id)).toBe('DECLINED')
})

it('suggests the outcome of the test bank that was chosen', async () => {
  const { page } = await createPayment(url, {}, { financial_institution_code: '2' })
  expect(await (await fetch(page)).text()).toContain('value="DECLINED" class="main"')
})

it('declines a payment that has expired', async () => {
  const { id, page } = await createPayment(url, { expiration_time: new Date(Date.now() + 60_000).toISOString() })
  now = new Date(Date.now() + 120_000)
  expect((await answerBankPage(page, 'APPROVED')).status).toBe(410)
  expect(await status(id)).toBe('DECLINED')
})

it('refuses an unknown ticket, an unknown answer and a form of another site', async () => {
  const { id, page } = await createPayment(url)
  expect((await fetch(`${url}/pse/authorize?ticket=x`)).status).toBe(404)
  expect((await answerBankPage(page, 'VOIDED')).status).toBe(400)
  const ticket = new URL(page).searchParams.get('ticket') ?? ''
  const foreign = await fetch(`${url}/pse/authorize`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    body: new URLSearchParams({ ticket, outcome: 'APPROVED' }),
  })
  expect(foreign.status).toBe(403)
  expect(await status(id)).toBe('PENDING')
})
