/**
 * MFA reset: a person who lost every second factor gets back in, and one who did not keeps it. The clock of the product moves: no other
 * journey here.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newPerson, turnTotpOn } from './access-helpers.ts'
import { accessibilityViolations, PHONE, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { mailLink } from './mailbox.ts'
import { post, signIn } from './sign-in.ts'

const PASSWORD = 'colibri-de-cordillera'
const HOUR_MS = 60 * 60_000

const { product, browser } = await startJourney()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Correo').fill(email)
  await page.locator('input[type=password]').fill(PASSWORD)
  await press(page, 'Ingresar')
}

it('ID-10 R9 requests the MFA reset with password and mailbox, waits three days, and then chooses another password', async () => {
  const email = await newPerson(product.url, PASSWORD)
  await turnTotpOn(product.url, email, await signIn(product.url, { email, password: PASSWORD }))
  const { page, complaints } = await visit(browser, product.url, PHONE)
  const since = new Date()
  await enterPassword(page, email)
  await press(page, 'No tengo mi celular ni mis códigos')
  await heading(page, '¿Perdiste tu segundo factor?')
  expect(await accessibilityViolations(page)).toEqual([])
  await press(page, 'Enviarme el enlace')
  await heading(page, 'Revisa tu correo')
  await page.goto((await mailLink(product.url, email, '/users/lost-factor/', since)).slice(product.url.length))
  await heading(page, 'Quitar tu segundo factor')
  expect(await accessibilityViolations(page)).toEqual([])
  await press(page, 'Pedir que lo quiten')
  await heading(page, 'Tu solicitud está en espera')
  await page.getByText(/Quitaremos tu segundo factor el \d+ \p{L}+ \d{4}, \d+:\d\d/u).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await mailLink(product.url, email, '/users/freeze/', since)).toContain('/users/freeze/')

  await enterPassword(page, email)
  await heading(page, 'Confirma que eres tú')
  await post(product.url, '/dev/clock/advance', { milliseconds: 72 * HOUR_MS })
  await expect
    .poll(async () => {
      await enterPassword(page, email)
      return page
        .getByRole('alert')
        .or(page.getByRole('heading', { name: 'Confirma que eres tú' }))
        .first()
        .textContent()
    })
    .toContain('Por seguridad debes restablecer tu contraseña')
  await page.getByRole('alert').getByRole('link', { name: 'Restablecer mi contraseña' }).click()
  await heading(page, 'Restablecer contraseña')
  await page.getByLabel('Correo').fill(email)
  await press(page, 'Enviar enlace')
  await page.goto((await mailLink(product.url, email, '/users/reset-password/', since)).slice(product.url.length))
  await page.getByLabel('Contraseña nueva').fill('nevado-de-madrugada')
  await press(page, 'Cambiar contraseña')
  await heading(page, 'Tu contraseña cambió')
  await signIn(product.url, { email, password: 'nevado-de-madrugada' })
  expect(complaints).toEqual([])
})
