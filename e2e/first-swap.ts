/** Shortest path from no account to the first swap on a phone: number of taps, and time of people and of the product. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { newDocumentNumber } from '../dev/testing/document-number.ts'
import { PHONE, visit } from './browser.ts'
import { backOfCard, frontOfCard } from './card-pictures.ts'
import { mailLink } from './mailbox.ts'
import { openScreen } from './open-screen.ts'
import { answerAtBank } from './pay-in.ts'
import { approvedByMail, signIn } from './sign-in.ts'
import { acceptAndRaise } from './verification-helpers.ts'
import { get } from './verified-person.ts'

const PASSWORD = 'oro-muisca-de-prueba'
const SETTLED_MS = 30_000

export interface FirstSwap {
  /** Taps and chosen files from the empty form of sign-up until the swap is settled. */
  taps: number
  /** Taps from the amount of the first deposit until the bank's page. */
  depositTaps: number
  seconds: number
  complaints: string[]
}

export async function signUpToFirstSwap(browser: Browser, url: string): Promise<FirstSwap> {
  const started = Date.now()
  const { page, context, complaints } = await visit(browser, url, PHONE)
  const taps = await countTaps(context)
  const email = `primera-${started}@correo.example`
  await signUp(page, url, email)
  await verify(page, url, email, taps)
  await addAccount(page, url, email)
  await openScreen(page, 'Billetera')
  const before = taps.count
  await depositByPse(page)
  const depositTaps = taps.untilBank(before)
  await swap(page)
  await context.close()
  return { taps: taps.count, depositTaps, seconds: Math.round((Date.now() - started) / 1000), complaints }
}

interface Taps {
  count: number
  chosenFiles: (files: number) => void
  /** Taps since `before` that were not on the page of the bank. */
  untilBank: (before: number) => number
}

/** Count every tap that the browser itself made, over all pages of the visit. */
async function countTaps(context: BrowserContext): Promise<Taps> {
  let atBank = 0
  const taps: Taps = {
    count: 0,
    chosenFiles: (files) => {
      taps.count += files
    },
    untilBank: (before) => taps.count - before - atBank,
  }
  await context.exposeBinding('tapped', ({ page }) => {
    taps.count += 1
    if (!page.url().includes('/application') && !/\/(sign-up|users|postregister)/.test(page.url())) atBank += 1
  })
  await context.addInitScript(`addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && tapped(), true)`)
  return taps
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function signUp(page: Page, url: string, email: string): Promise<void> {
  const since = new Date()
  await page.goto('/sign-up')
  await page.getByLabel('Correo').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await button(page, 'Crear cuenta').click()
  await page.goto(new URL(await mailLink(url, email, '/users/activate/', since)).pathname)
  await page.getByLabel('Contraseña de tu registro').fill(PASSWORD)
  await button(page, 'Activar mi cuenta').click()
  await page.waitForURL(/\/postregister\/?$/)
}

async function verify(page: Page, url: string, email: string, taps: Taps): Promise<void> {
  for (const [question, answer] of [
    [/al mes/, '0 a 10 millones COP'],
    [/al año/, '5.000 millones COP o más'],
  ] as const)
    await page.getByRole('radiogroup', { name: question }).getByLabel(answer).check()
  await button(page, 'Continuar').click()
  await page.waitForURL(/\/application\/verification/)
  const number = newDocumentNumber()
  const card = { number, surname: 'OTALORA', secondSurname: 'PEÑA', name: 'BERTA', secondName: 'LUCIA', birthDate: '19880229' }
  const front = await frontOfCard('REPÚBLICA DE COLOMBIA')
  for (const [slot, buffer] of [
    ['back', await backOfCard(card)],
    ['frontal', front],
    ['selfie', front],
  ] as const) {
    const place = page.locator(`[data-slot=${slot}]`)
    await place.locator('input[type=file]').setInputFiles({ name: `${slot}.jpg`, mimeType: 'image/jpeg', buffer })
    taps.chosenFiles(1)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Usar esta foto|Enviar así/ })
      .click()
    await place.getByText(/Recibido/).waitFor()
  }
  await page.getByLabel('Celular').fill('320 987 6543')
  await page
    .getByRole('radiogroup', { name: /expuesta políticamente/ })
    .getByLabel('No')
    .check()
  await button(page, 'Enviar para revisión').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
  const token = await signIn(url, { email, password: PASSWORD })
  const { id } = await get<{ id: string }>(url, '/api/account', token)
  await acceptAndRaise(url, { email, password: PASSWORD, token, id }, 2)
}

async function addAccount(page: Page, url: string, email: string): Promise<void> {
  await openScreen(page, 'Cuentas')
  await button(page, 'Añadir cuenta bancaria').click()
  const dialog = page.getByRole('dialog', { name: 'Añadir cuenta bancaria' })
  await dialog.getByLabel('Nombre de la cuenta (alias)').fill('Nómina')
  await dialog.getByLabel('Número de cuenta').fill('1234567890')
  await approvedByMail(page, url, email, () => dialog.getByRole('button', { name: 'Añadir' }).click())
  await page.getByText('AV Villas · Ahorros · 1234567890').waitFor()
}

async function depositByPse(page: Page): Promise<void> {
  await button(page, 'Abonar').first().click()
  const dialog = page.getByRole('dialog', { name: 'Deposito' })
  await dialog.getByLabel('Valor a depositar').fill('200000')
  await (await answerAtBank(page, 'Aprobar')).close()
}

async function swap(page: Page): Promise<void> {
  await openScreen(page, 'Intercambio')
  await page.getByRole('group', { name: 'Parte de tu saldo de COP' }).getByRole('button', { name: /^50/ }).click()
  await button(page, 'INTERCAMBIAR').click()
  await button(page, 'Confirmar intercambio').click()
  await page.getByRole('dialog', { name: 'Intercambio completado' }).waitFor({ timeout: SETTLED_MS })
}
