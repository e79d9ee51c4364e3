/**
 * Creation of the first administrator of an installation by an operator: a printed link, a password, a second factor, and the back-office
 * opens.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { accessibilityViolations, overhang, PHONE, resize, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { approvedByMail, openSession } from './sign-in.ts'

const { product, browser } = await startJourney()
const ADMINISTRATOR = { email: 'marta.ruiz@empresa.example', password: 'tres gatos en la ventana' }

/** Remove the two administrators of the demo; with them the command refuses. */
async function removeAdministrators(): Promise<void> {
  const { database } = JSON.parse(readFileSync(join(product.dataDir, 'embedded.json'), 'utf8'))
  const { db, close } = openDatabase(database.owner, { maxConnections: 1 })
  await sql`DELETE FROM identity.staff_role WHERE role = 'administrator'`.execute(db)
  await close()
}

function createAdministrator(): { status: number | null; output: string } {
  const args = ['create-administrator', '--email', ADMINISTRATOR.email, '--name', 'Marta Ruiz', '--by', 'Luz Operadora']
  const env = { ...process.env, DATA_DIR: product.dataDir, PUBLIC_URL: product.url }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/bin/tunjo.mjs', ...args], { env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

it('ADM-15 joins by the printed link of the command, and can work once a second factor is on', async () => {
  expect(createAdministrator()).toMatchObject({ status: 1, output: expect.stringContaining('There are two administrators already') })
  await removeAdministrators()
  const { status, output } = createAdministrator()
  const link = /^http\S+\/users\/join-team\/\S+$/m.exec(output)?.[0] ?? ''
  expect([status, link]).toEqual([0, expect.stringContaining(product.url)])

  const { page, complaints, context } = await visit(browser, product.url)
  await page.goto(new URL(link).pathname)
  await page.getByRole('heading', { name: 'Hola, Marta Ruiz' }).waitFor()
  await page.getByText(ADMINISTRATOR.email).waitFor()
  await page.getByText('Superadmin').waitFor()
  await resize(page, PHONE)
  expect([await accessibilityViolations(page), await overhang(page, PHONE)]).toEqual([[], 0])
  await page.locator('input[type=password]').fill(ADMINISTRATOR.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ya eres parte del equipo' }).waitFor()

  await openSession(page, ADMINISTRATOR)
  await page.goto('/application/administrative/users')
  await page.getByText('Activa un segundo factor en Configuración para entrar al panel de administración.').first().waitFor()
  await page.goto('/application/configuration?seccion=seguridad')
  await approvedByMail(page, product.url, ADMINISTRATOR.email, () => page.getByRole('button', { name: 'Activar', exact: true }).click())
  const dialog = page.getByRole('dialog', { name: 'Activar la aplicación de códigos' })
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Código de 6 dígitos').fill(new TOTP({ secret }).generate())
  await dialog.getByRole('button', { name: 'Activar' }).click()
  const codes = page.getByRole('dialog', { name: 'Guarda tus códigos de recuperación' })
  await codes.getByLabel('Ya los guardé').check()
  await codes.getByRole('button', { name: 'Listo' }).click()
  await codes.waitFor({ state: 'detached' })
  await page.goto('/application/administrative/roles-list')
  await page.getByRole('region', { name: 'Oficial de cumplimiento' }).waitFor()
  await page.goto(new URL(link).pathname)
  await page.getByText('Esta invitación ya no es válida').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
