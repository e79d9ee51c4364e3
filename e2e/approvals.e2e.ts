/**
 * Aprobaciones (ADM-14): one officer proposes, another decides in the inbox; the note goes back, an emergency is reviewed, and a kind that
 * always needs two officers offers no emergency.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { STAFF_INVITATION_PATH } from '@tunjo/contract/join-team'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, DESKTOP, overhang, PHONE, resize, smallTargets, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { mailLink } from './mailbox.ts'
import { openScreen, openSettings, openTab } from './open-screen.ts'
import { payFromCompany } from './pay-from-company.ts'
import { paidDeposit } from './pay-in.ts'
import {
  approvedByMail,
  type Credentials,
  CUSTOMER,
  NEWCOMER,
  OFFICER,
  openSession,
  post,
  SECOND_OFFICER,
  signIn,
  staffOf,
  stepUpGrant,
} from './sign-in.ts'
import { until } from './until.ts'
import { get, verifiedPerson } from './verified-person.ts'

const INBOX = '/application/administrative/approvals'
/** Window in which at most ten codes are mailed: officers who decide as much as this file in three minutes use an app. */
/** Longer than the rest of the current month. */
const MONTH_MS = 31 * 86_400_000
const QUARTER_MS = 15 * 60_000
/** Interval of a poll that signs in, since the clock is moved beyond the life of a token: not twenty times a second. */
const LOOK_EVERY_MS = 500
const LEVEL = 'PUT /kyc/administrative/users/kyc-level'
const REASON = 'El documento venció ayer.'
const NOTE = 'Falta adjuntar el documento nuevo.'
/** Folder for pictures of the screen. */
const folder = process.env.PICTURES

/** Review thresholds are set to sums that a journey can pay in. */
const { product, browser } = await startJourney({
  WITHDRAWAL_TWO_OFFICERS_COP: '2000000',
  WITHDRAWAL_IN_AND_OUT_COP: '9000000',
  CRYPTO_WITHDRAWAL_REVIEW_FROM_USDT: '10',
  // A withdrawal without review stays cancellable long enough to be paused.
  CRYPTO_WITHDRAWAL_CANCEL_SECONDS: '900',
})
let maker: Visit
let checker: Visit
let customerId: string
beforeAll(async () => {
  customerId = (await get<{ id: string }>(product.url, '/api/account', await signIn(product.url, CUSTOMER))).id
  maker = await visit(browser, product.url)
  checker = await visit(browser, product.url)
  await openSession(maker.page, OFFICER)
  await openSession(checker.page, SECOND_OFFICER)
})

/** Make a call by HTTP, as the screens of each decision do it. Answers the response. */
async function call(by: Credentials, name: string, values: { params?: { id: string }; body: object }) {
  const token = await signIn(product.url, by)
  const [method = '', pattern = ''] = name.split(' ')
  const grant = await stepUpGrant(product.url, token, name, values, by.email)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'step-up-grant': grant }
  const path = pattern.replace(':id', values.params?.id ?? '')
  const response = await fetch(product.url + path, { method, headers, body: JSON.stringify(values.body) })
  expect([200, 202], await response.clone().text()).toContain(response.status)
  return (await response.json()) as { id: string }
}
const proposeLevel = () => call(OFFICER, LEVEL, { body: { userId: customerId, newKYCLevel: 1, reason: REASON } })
const levelOf = async () =>
  (await get<{ currentLevel: number }>(product.url, '/kyc/users/natural/kyc-verified', await signIn(product.url, CUSTOMER))).currentLevel

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const LEVEL_DIALOG = 'Cambiar el nivel de un usuario'
const LIFT_DIALOG = 'Levantar una conservación legal'
const ORDER = 'Oficio 123 de la Fiscalía General.'
const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })

/** Turn on an authenticator app in Configuración. */
async function addApp(page: Page, { email }: Credentials): Promise<void> {
  await openSettings(page, 'Seguridad')
  await approvedByMail(page, product.url, email, () => page.getByRole('button', { name: 'Activar', exact: true }).click())
  const dialog = dialogOf(page, 'Activar la aplicación de códigos')
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Código de 6 dígitos').fill(new TOTP({ secret }).generate())
  await dialog.getByRole('button', { name: 'Activar' }).click()
  const codes = dialogOf(page, 'Guarda tus códigos de recuperación')
  await codes.getByLabel('Ya los guardé').check()
  await codes.getByRole('button', { name: 'Listo' }).click()
  await codes.waitFor({ state: 'detached' })
}

/** Approve in the inbox, with the mailed code. */
async function approve(page: Page, title: string, by: Credentials): Promise<void> {
  await openScreen(page, 'Aprobaciones')
  await rowOf(page, title).getByRole('button', { name: /^Ver/ }).click()
  const dialog = dialogOf(page, title)
  await approvedByMail(page, product.url, by.email, () => dialog.getByRole('button', { name: 'Aprobar' }).click())
  await page.getByText('Aprobada y ejecutada.').waitFor()
}

async function refuse(page: Page, title: string, by: Credentials): Promise<void> {
  await openScreen(page, 'Aprobaciones')
  await rowOf(page, title).getByRole('button', { name: /^Ver/ }).click()
  const dialog = dialogOf(page, title)
  await dialog.getByLabel('Nota').fill('Está bien como está.')
  await approvedByMail(page, product.url, by.email, () => dialog.getByRole('button', { name: 'Rechazar' }).click())
  await page.getByText('Rechazada. Avisamos a quien la propuso.').waitFor()
}

async function approveByKeyboard(page: Page, title: string): Promise<void> {
  await openScreen(page, 'Aprobaciones')
  const row = rowOf(page, title)
  await row.focus()
  await page.keyboard.press('Enter')
  await dialogOf(page, title).getByRole('button', { name: 'Aprobar' }).focus()
  await approvedByMail(page, product.url, SECOND_OFFICER.email, () => page.keyboard.press('Enter'))
  await page.getByText('Aprobada y ejecutada.').waitFor()
  await page.getByRole('tab', { name: 'Decididas' }).click()
  await rowOf(page, title).getByText('Aprobada').waitFor()
}

async function picture(page: Page, name: string): Promise<void> {
  for (const size of [DESKTOP, PHONE]) {
    await resize(page, size)
    expect.soft(await overhang(page, size), `${name} ${size.width}`).toBe(0)
    // Only the rule about target sizes depends on the width.
    const violations = size === DESKTOP ? accessibilityViolations : smallTargets
    expect.soft(await violations(page), `${name} ${size.width}`).toEqual([])
    if (!folder) continue
    await page.setViewportSize(size)
    await page.screenshot({ path: `${folder}/${name}-${size.width}.png` })
  }
  if (folder) await page.setViewportSize(DESKTOP)
  await resize(page, DESKTOP)
}

describe('ADM-14 the inbox', () => {
  it('shows its empty state at first', async () => {
    await openScreen(maker.page, 'Aprobaciones')
    await maker.page.getByText('No hay nada por decidir').waitFor()
    await picture(maker.page, 'approvals-empty')
    await maker.page.getByRole('tab', { name: 'Decididas' }).click()
    await maker.page.getByText('Todavía no se ha decidido nada').waitFor()
  })

  it('the bell of the other officer links to it; a refusal requires a note, which is shown to the maker', async () => {
    const before = await levelOf()
    await proposeLevel()
    const { page } = checker
    await openScreen(page, 'Taker/Maker fees')
    await page.getByRole('button', { name: /^Avisos, / }).click()
    await page
      .getByRole('link', { name: /Hay una solicitud por aprobar/ })
      .first()
      .click()
    await page.waitForURL(`**${INBOX}`)
    const row = rowOf(page, CUSTOMER.email)
    expect(await row.innerText()).toMatch(/Nivel: 2 → 1[\s\S]*oficial@tunjo\.example[\s\S]*Por decidir[\s\S]*47 h/)
    await picture(page, 'approvals-list')
    await row.getByRole('button', { name: /^Ver/ }).click()
    const dialog = dialogOf(page, LEVEL_DIALOG)
    await dialog.getByText(REASON).waitFor()
    await picture(page, 'approvals-open')
    await dialog.getByRole('button', { name: 'Rechazar' }).click()
    await dialog.getByText('La nota debe contener por lo menos 10 caracteres.').waitFor()
    await dialog.getByLabel('Nota').fill(NOTE)
    await approvedByMail(page, product.url, SECOND_OFFICER.email, () => dialog.getByRole('button', { name: 'Rechazar' }).click())
    await page.getByText('Rechazada. Avisamos a quien la propuso.').waitFor()
    await page.getByText('No hay nada por decidir').waitFor()

    await openTab(maker.page, 'Aprobaciones', 'Decididas')
    await rowOf(maker.page, 'Rechazada').getByRole('button', { name: /^Ver/ }).click()
    await dialogOf(maker.page, LEVEL_DIALOG).getByText(NOTE).waitFor()
    await picture(maker.page, 'approvals-refused')
    expect(await levelOf()).toBe(before)
  })

  it('a legal hold is placed by one officer on the page of the person; ending it takes two: its maker can neither approve nor break glass, the other approves by keyboard', async () => {
    const { page } = maker
    await page.goto(`/application/administrative/naturalUserInformation/${customerId}`)
    const card = page.getByRole('region', { name: 'Conservación legal' })
    await card.getByText('Sin conservación legal').waitFor()
    await card.getByRole('button', { name: 'Poner conservación' }).click()
    const placing = dialogOf(page, 'Poner una conservación legal')
    await placing.getByRole('button', { name: 'Poner conservación' }).click()
    await placing.getByText('Escribe al menos 10 caracteres.').waitFor()
    await placing.getByLabel('Orden o investigación').fill(ORDER)
    await picture(page, 'hold-place')
    await approvedByMail(page, product.url, OFFICER.email, () => placing.getByRole('button', { name: 'Poner conservación' }).click())
    await card.getByText('Vigente').waitFor()
    await picture(page, 'hold-in-force')

    await card.getByRole('button', { name: /^Pedir que se levante/ }).click()
    const lifting = dialogOf(page, LIFT_DIALOG)
    await lifting.getByLabel('Motivo').fill('Orden de hoy.')
    await approvedByMail(page, product.url, OFFICER.email, () => lifting.getByRole('button', { name: 'Pedir aprobación' }).click())
    await page.getByText('Pedido. Lo decide otra persona en Aprobaciones.').waitFor()
    await card.getByText('Vigente').waitFor()

    await openScreen(page, 'Aprobaciones')
    await rowOf(page, LIFT_DIALOG).getByRole('button', { name: /^Ver/ }).click()
    const dialog = dialogOf(page, LIFT_DIALOG)
    await dialog.getByText('Orden de hoy.').waitFor()
    await dialog.getByRole('button', { name: 'Retirar la solicitud' }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Aprobar' }).count()).toBe(0)
    expect(await dialog.getByRole('button', { name: 'Es una emergencia' }).count()).toBe(0)
    await picture(page, 'approvals-never-alone')
    await approveByKeyboard(checker.page, LIFT_DIALOG)
    await picture(checker.page, 'approvals-decided')
    await page.goto(`/application/administrative/naturalUserInformation/${customerId}`)
    await card.getByText('Levantada').waitFor()
    expect(await card.getByRole('button', { name: /^Pedir que se levante/ }).count()).toBe(0)
  })

  it('shows an officer without the permission no entry in the menu', async () => {
    const support = await visit(browser, product.url)
    await openSession(support.page, staffOf('support'))
    await support.page.getByRole('link', { name: 'Lista de usuarios' }).waitFor()
    expect(await support.page.getByRole('link', { name: 'Aprobaciones' }).count()).toBe(0)
    await support.page.goto(INBOX)
    await support.page.getByRole('main').getByText('Tu rol no permite ver esta página').waitFor()
    await support.context.close()
  })

  it('the pages never complained', () => expect([...maker.complaints, ...checker.complaints]).toEqual([]))
})

describe('ADM-15 Gestión de usuarios', () => {
  const STAFF = '/application/administrative/users'
  const ANALYST = staffOf('analyst')
  const ROLES_DIALOG = 'Cambiar los roles de una persona del equipo'
  const INVITE = 'Invitar a una persona'
  const INVITE_DIALOG = 'Invitar a una persona al equipo'
  const [administrator, secondAdministrator] = [staffOf('administrator'), staffOf('administrator', 1)]
  const invitationLink = async (to: string, since: Date) =>
    new URL(await mailLink(product.url, to, `${STAFF_INVITATION_PATH}/`, since)).pathname
  let first: Visit
  beforeAll(async () => {
    first = await visit(browser, product.url)
    await openSession(first.page, administrator)
  })

  it('lists the team with roles, second factor and last sign-in; a role lists its permissions and its officers', async () => {
    const { page } = first
    await openScreen(page, 'Lista de roles')
    await page.getByRole('region', { name: 'Oficial de cumplimiento' }).getByText('Cambiar el nivel de un usuario').waitFor()
    await picture(page, 'roles-list')
    await page.getByRole('link', { name: 'Ver personas con el rol Analista' }).click()
    await page.waitForURL(`**${STAFF}?role=analyst`)
    await rowOf(page, ANALYST.email).getByText('Nunca').waitFor()
    expect(await rowOf(page, 'tunjo.example').count()).toBe(1)
    await openScreen(page, 'Gestión de usuarios')
    const own = rowOf(page, administrator.email)
    expect(await own.innerText()).toMatch(/Superadmin\s+Activa\s+Sin activar\s+\d/)
    expect(await own.getByRole('button').count()).toBe(0)
    expect(await rowOf(page, CUSTOMER.email).count()).toBe(0)
    await picture(page, 'staff-list')
  })

  it('roles are requested with a reason, and granted when a second administrator approves', async () => {
    const { page } = first
    const change = `Cambiar roles: ${ANALYST.email}`
    await page.getByRole('button', { name: change }).click()
    const dialog = dialogOf(page, change)
    expect(await dialog.getByRole('button', { name: 'Pedir aprobación' }).isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: 'Soporte' }).check()
    await dialog.getByLabel('Motivo').fill('Cubre a una compañera en agosto.')
    await picture(page, 'staff-roles')
    await approvedByMail(page, product.url, administrator.email, () => dialog.getByRole('button', { name: 'Pedir aprobación' }).click())
    await page.getByText('Pedido. Lo decide otra persona en Aprobaciones.').waitFor()
    expect(await rowOf(page, ANALYST.email).innerText()).not.toContain('Soporte')

    const second = await visit(browser, product.url)
    await openSession(second.page, secondAdministrator)
    await approve(second.page, ROLES_DIALOG, secondAdministrator)
    expect(second.complaints).toEqual([])
    await second.context.close()
    await openScreen(page, 'Gestión de usuarios')
    await rowOf(page, ANALYST.email).getByText('Analista, Soporte').waitFor()
  })

  it('a person is invited, joins by the link of the mail, and is an officer once a second factor is on', async () => {
    const { page } = first
    const invited = { email: 'marta.ruiz@empresa.example', password: 'tres gatos en la ventana' }
    const since = new Date()
    await openTab(page, 'Gestión de usuarios', 'Invitaciones')
    await page.getByText('No hay invitaciones').waitFor()
    await picture(page, 'invitations-empty')
    await page.getByRole('button', { name: INVITE }).click()
    const dialog = dialogOf(page, INVITE)
    await dialog.getByLabel('Motivo').fill('Entra al turno de la noche.')
    await dialog.getByRole('button', { name: 'Pedir aprobación' }).click()
    await dialog.getByText('Elige por lo menos un rol.').waitFor()
    await picture(page, 'invite-wrong')
    await dialog.getByLabel('Correo').fill(invited.email)
    await dialog.getByLabel('Nombre y apellido').fill('Marta Ruiz')
    await dialog.getByRole('checkbox', { name: 'Analista' }).check()
    await approvedByMail(page, product.url, administrator.email, () => dialog.getByRole('button', { name: 'Pedir aprobación' }).click())
    await page.getByText('Pedido. Lo decide otra persona en Aprobaciones.').waitFor()

    const second = await visit(browser, product.url)
    await openSession(second.page, secondAdministrator)
    await openScreen(second.page, 'Aprobaciones')
    await rowOf(second.page, INVITE_DIALOG).getByRole('button', { name: /^Ver/ }).click()
    await dialogOf(second.page, INVITE_DIALOG).getByText(invited.email).waitFor()
    await picture(second.page, 'invitation-approval')
    await approve(second.page, INVITE_DIALOG, secondAdministrator)
    await second.context.close()
    await openTab(page, 'Gestión de usuarios', 'Invitaciones')
    await rowOf(page, invited.email).getByText('Enviada', { exact: true }).waitFor()
    await picture(page, 'invitations')
    const old = await invitationLink(invited.email, since)
    const resent = new Date()
    await approvedByMail(page, product.url, administrator.email, () =>
      page.getByRole('button', { name: `Enviar de nuevo la invitación de ${invited.email}` }).click(),
    )
    await page.getByText('Enviamos otro enlace. El anterior dejó de servir.').waitFor()
    const link = await invitationLink(invited.email, resent)

    const guest = await visit(browser, product.url)
    await guest.page.goto(old)
    await guest.page.getByText('Esta invitación ya no es válida').waitFor()
    await picture(guest.page, 'join-over')
    await guest.page.goto(link)
    await guest.page.getByRole('heading', { name: 'Hola, Marta Ruiz' }).waitFor()
    await guest.page.getByText('Analista').waitFor()
    await picture(guest.page, 'join')
    await guest.page.locator('input[type=password]').fill(invited.password)
    await guest.page.keyboard.press('Enter')
    await guest.page.getByRole('heading', { name: 'Ya eres parte del equipo' }).waitFor()
    await picture(guest.page, 'joined')
    await openSession(guest.page, invited)
    await guest.page.goto('/application/administrative/users-list')
    await guest.page.getByText('Activa un segundo factor en Configuración para entrar al panel de administración.').first().waitFor()
    await picture(guest.page, 'joined-without-factor')
    await addApp(guest.page, invited)
    await guest.page.goto('/application/administrative/users-list')
    await rowOf(guest.page, CUSTOMER.email).waitFor()
    await guest.context.close()
    await openTab(page, 'Gestión de usuarios', 'Invitaciones')
    await rowOf(page, invited.email).getByText('Aceptada').waitFor()
  })

  it('a sent invitation is revoked with a reason, and its link becomes invalid', async () => {
    const { page } = first
    const email = 'otra.persona@empresa.example'
    const since = new Date()
    const body = { email, name: 'Otra Persona', roles: ['support'], reason: 'Refuerza el turno de la tarde.' }
    const waiting = await call(administrator, 'POST /api/administrative/staff/invitations', { body })
    const { approvalRequestId: id } = waiting as unknown as { approvalRequestId: string }
    await call(secondAdministrator, 'POST /api/administrative/approvals/:id/approve', { params: { id }, body: { note: NOTE } })
    const link = await invitationLink(email, since)
    await openTab(page, 'Gestión de usuarios', 'Invitaciones')
    const title = `Anular la invitación de ${email}`
    await page.getByRole('button', { name: title }).click()
    await dialogOf(page, title).getByLabel('Motivo').fill('Se fue a otra empresa.')
    await picture(page, 'invitation-revoke')
    await approvedByMail(page, product.url, administrator.email, () =>
      dialogOf(page, title).getByRole('button', { name: 'Anular' }).click(),
    )
    await rowOf(page, email).getByText('Anulada').waitFor()
    const guest = await visit(browser, product.url)
    await guest.page.goto(link)
    await guest.page.getByText('Esta invitación ya no es válida').waitFor()
    await guest.context.close()
  })

  it('a customer is suspended immediately and cannot sign in; two officers restore access', async () => {
    const title = `Acceso de ${NEWCOMER.email}`
    const manage = async (page: Page, act: string, confirm: string) => {
      await openTab(page, 'Gestión de usuarios', 'Clientes')
      await page.getByRole('button', { name: `Gestionar el acceso de ${NEWCOMER.email}`, exact: true }).click()
      const dialog = dialogOf(page, title)
      await dialog.getByText('Sesiones abiertas').waitFor()
      await picture(page, `access-${confirm}`)
      await dialog.getByRole('button', { name: act, exact: true }).click()
      await dialog.getByLabel('Motivo').fill('Llamó y dijo que no es su cuenta.')
      await picture(page, `access-${confirm}-reason`)
      await approvedByMail(page, product.url, OFFICER.email, () => dialog.getByRole('button', { name: confirm, exact: true }).click())
      return dialog
    }
    const suspended = await manage(maker.page, 'Suspender la cuenta', 'Suspender')
    await suspended.getByText('Llamó y dijo que no es su cuenta.').waitFor()
    await suspended.getByText('Suspendida').waitFor()
    const customer = await visit(browser, product.url)
    await customer.page.goto('/login')
    await customer.page.getByLabel('Correo').fill(NEWCOMER.email)
    await customer.page.locator('input[type=password]').fill(NEWCOMER.password)
    await customer.page.getByRole('button', { name: 'Ingresar', exact: true }).click()
    await customer.page.getByText('Tu cuenta está suspendida.').waitFor()

    await manage(maker.page, 'Levantar la suspensión', 'Pedir aprobación')
    await maker.page.getByText('Quedó propuesto. No cambia nada hasta que otra persona del equipo lo apruebe.').waitFor()
    await approve(checker.page, 'Levantar la suspensión de una cuenta', SECOND_OFFICER)
    await openSession(customer.page, NEWCOMER)
    await customer.context.close()
  })

  it('an officer without the permission to grant roles sees the team without actions', async () => {
    await openScreen(checker.page, 'Gestión de usuarios')
    await rowOf(checker.page, ANALYST.email).waitFor()
    expect(await checker.page.getByRole('button', { name: /^Cambiar roles/ }).count()).toBe(0)
    await checker.page.getByRole('button', { name: `Gestionar el acceso de ${ANALYST.email}`, exact: true }).click()
    await dialogOf(checker.page, `Acceso de ${ANALYST.email}`).getByText('Puedes verlo, pero no cambiarlo').waitFor()
    await checker.page.keyboard.press('Escape')
    expect(first.complaints).toEqual([])
    await first.context.close()
  })
})

describe('ADM-15 Balance', () => {
  const FOUND = { timeout: 60_000 }
  const pesos = (page: Page) => rowOf(page, 'Pesos colombianos').first()

  it('shows liabilities and holdings by asset, without differences', async () => {
    const { page } = maker
    await openScreen(page, 'Balance')
    await page.getByText('Todo cuadra').waitFor()
    await expect.poll(() => pesos(page).innerText(), FOUND).toMatch(/Activa/)
    await expect.poll(() => rowOf(page, 'Bitcoin').innerText(), FOUND).toMatch(/0,00\s25,00\s25,00/)
    await picture(page, 'balance')
  })

  it('R5 money that leaves without the product pauses pesos within a minute; the screen shows the missing amount and the reason of the pause', async () => {
    await payFromCompany(product.dataDir, 10_000n)
    const { page } = maker
    await pesos(page).getByText('En pausa').waitFor(FOUND)
    await page.getByText('Hay 1 diferencia sin explicar.').waitFor()
    await picture(page, 'balance-paused')
    await rowOf(page, 'Fondos para pagos').getByRole('button', { name: /^Ver/ }).click()
    const dialog = dialogOf(page, 'Fondos para pagos')
    expect(await dialog.innerText()).toMatch(/nadie puede retirar[\s\S]*10\.040/)
    await picture(page, 'balance-difference')
    await dialog.getByRole('button', { name: 'Ya no está: cerrar' }).click()
    await dialog.getByText('Escribe al menos 10 caracteres.').waitFor()
    await dialog.getByLabel('Motivo').fill(REASON)
    await approvedByMail(page, product.url, OFFICER.email, () => dialog.getByRole('button', { name: 'Ya no está: cerrar' }).click())
    await dialog.getByText('La diferencia sigue ahí').waitFor()
    await approvedByMail(page, product.url, OFFICER.email, () => dialog.getByRole('button', { name: 'Se queda: explicar' }).click())
    await page.getByText('Diferencia explicada.').waitFor()
    await rowOf(page, REASON).getByText(OFFICER.email).waitFor()
  })

  it('R11 two officers lift the pause: one proposes with a reason, the other approves', async () => {
    const { page } = maker
    await pesos(page)
      .getByRole('button', { name: /^Reanudar/ })
      .click()
    const dialog = dialogOf(page, 'Reanudar retiros y cambios: Pesos colombianos')
    await dialog.getByLabel('Motivo').fill(REASON)
    await picture(page, 'balance-lift')
    await approvedByMail(page, product.url, OFFICER.email, () => dialog.getByRole('button', { name: 'Pedir aprobación' }).click())
    await page.getByText('Pedida. La decide otra persona en Aprobaciones.').waitFor()
    await pesos(page).getByText('En pausa').waitFor()

    await openScreen(checker.page, 'Aprobaciones')
    await rowOf(checker.page, 'Reanudar retiros').getByRole('button', { name: /^Ver/ }).click()
    const request = dialogOf(checker.page, 'Reanudar retiros y cambios de una moneda')
    await approvedByMail(checker.page, product.url, SECOND_OFFICER.email, () => request.getByRole('button', { name: 'Aprobar' }).click())
    await pesos(page).getByText('Activa').waitFor(FOUND)
    await picture(page, 'balance-resumed')
  })

  it('R11 one officer freezes an asset manually, with a reason; lifting the freeze takes two', async () => {
    const { page } = maker
    const dollars = rowOf(page, 'Tether').first()
    await dollars.getByRole('button', { name: /^Detener/ }).click()
    const stopping = dialogOf(page, 'Detener retiros y cambios: Tether')
    await stopping.getByText('Para reanudarla harán falta dos personas.').waitFor()
    await stopping.getByRole('button', { name: 'Detener' }).click()
    await stopping.getByText('Escribe al menos 10 caracteres.').waitFor()
    await stopping.getByLabel('Motivo').fill(REASON)
    await picture(page, 'balance-stop')
    await approvedByMail(page, product.url, OFFICER.email, () => stopping.getByRole('button', { name: 'Detener' }).click())
    await dollars.getByText('En pausa').waitFor()

    await dollars.getByRole('button', { name: /^Reanudar/ }).click()
    const dialog = dialogOf(page, 'Reanudar retiros y cambios: Tether')
    await dialog.getByLabel('Motivo').fill(REASON)
    await approvedByMail(page, product.url, OFFICER.email, () => dialog.getByRole('button', { name: 'Pedir aprobación' }).click())
    await dialog.waitFor({ state: 'detached' })
    await openScreen(checker.page, 'Aprobaciones')
    await rowOf(checker.page, 'Reanudar retiros').getByRole('button', { name: /^Ver/ }).click()
    const request = dialogOf(checker.page, 'Reanudar retiros y cambios de una moneda')
    await approvedByMail(checker.page, product.url, SECOND_OFFICER.email, () => request.getByRole('button', { name: 'Aprobar' }).click())
    await dollars.getByText('Activa').waitFor(FOUND)
  })

  it('an auditor reads and resolves no difference; an officer without the permission gets that message', async () => {
    const auditor = await visit(browser, product.url)
    await openSession(auditor.page, staffOf('auditor'))
    await openScreen(auditor.page, 'Balance')
    await rowOf(auditor.page, 'Fondos para pagos').getByRole('button', { name: /^Ver/ }).click()
    const dialog = dialogOf(auditor.page, 'Fondos para pagos')
    await dialog.getByText(REASON).waitFor()
    expect(await dialog.getByRole('button', { name: /cerrar$/ }).count()).toBe(0)
    await auditor.context.close()

    const support = await visit(browser, product.url)
    await openSession(support.page, staffOf('support'))
    await support.page.goto('/application/administrative/financial/balance')
    await support.page.getByRole('main').getByText('Tu rol no permite ver esta página').waitFor()
    await support.context.close()
  })

  it('the pages never complained', () => {
    // The server's answer to closing a difference that still exists.
    const answers = maker.complaints.filter((complaint) => !complaint.includes('409'))
    expect([...answers, ...checker.complaints]).toEqual([])
  })
})

describe('ADM-15 Administración de retiros', () => {
  const DECIDED = { timeout: 60_000 }
  const WHY = 'Hablé con el cliente y revisé el origen.'
  const withdrawals: string[] = []
  const stateOf = async (id = '') =>
    (await get<{ state: string }>(product.url, `/payment/transactions/user/${id}`, await signIn(product.url, CUSTOMER))).state
  const rowWith = (page: Page, amount: string) => page.getByRole('row').filter({ hasText: amount })

  async function withdraw(account: string, amount: string): Promise<void> {
    const token = await signIn(product.url, CUSTOMER)
    const body = { account, amount }
    const grant = await stepUpGrant(product.url, token, 'POST /payment/withdraw', { body }, CUSTOMER.email)
    const asked = await post<{ transactionId: string }>(product.url, '/payment/withdraw', body, token, { 'step-up-grant': grant })
    withdrawals.push(asked.transactionId)
  }
  beforeAll(async () => {
    await post(product.url, '/dev/clock/advance', { milliseconds: QUARTER_MS })
    const token = await signIn(product.url, CUSTOMER)
    const accounts = await get<{ id: string; alias: string }[]>(product.url, '/payment/accounts/user/', token)
    const account = accounts.find(({ alias }) => alias === 'Nómina')?.id ?? ''
    await paidDeposit(product.url, token, account, '8000000')
    // The last one needs no officer.
    for (const amount of ['2100000', '2200000', '2300000', '150000']) await withdraw(account, amount)
  })

  it('shows large withdrawals in review, with the distinguishing facts of each', async () => {
    const { page } = maker
    await openScreen(page, 'Administración de retiros')
    await expect.poll(() => rowWith(page, '2.100.000').innerText()).toMatch(/En revisión[\s\S]*Destino nuevo/)
    await picture(page, 'withdrawals')
    await page.getByLabel('Etapa').selectOption('Terminados')
    await expect.poll(() => rowWith(page, '2.100.000').count()).toBe(0)
    await page.getByLabel('Etapa').selectOption('En revisión')
    await page.getByRole('searchbox').fill(CUSTOMER.email)
    await expect.poll(() => page.getByRole('row').count()).toBe(4)
    await picture(page, 'withdrawals-review')
  })

  it('R11 one officer proposes it with a reason, another approves, and the bank pays', async () => {
    const { page } = maker
    await rowWith(page, '2.100.000').getByRole('button', { name: /^Ver/ }).click()
    const dialog = dialogOf(page, 'Retiro')
    expect(await dialog.innerText()).toMatch(/Cliente desde[\s\S]*Depositado por PSE en las 24 horas previas[\s\S]*8\.000\.000/)
    await picture(page, 'withdrawals-open')
    await dialog.getByRole('button', { name: 'Aprobar' }).click()
    await dialog.getByText('Escribe al menos 10 caracteres.').waitFor()
    await dialog.getByLabel('Motivo').fill(WHY)
    await approvedByMail(page, product.url, OFFICER.email, () => dialog.getByRole('button', { name: 'Aprobar' }).click())
    await dialog.waitFor({ state: 'hidden' })
    expect(await stateOf(withdrawals[0])).toBe('IN_REVIEW')

    await openScreen(checker.page, 'Aprobaciones')
    await rowOf(checker.page, 'Decidir retiros').getByRole('button', { name: /^Ver/ }).click()
    const request = dialogOf(checker.page, 'Decidir retiros')
    expect(await request.innerText()).toMatch(/2\.100\.000/)
    await approvedByMail(checker.page, product.url, SECOND_OFFICER.email, () => request.getByRole('button', { name: 'Aprobar' }).click())
    await checker.page.getByText('Aprobada y ejecutada.').waitFor()
    await expect.poll(() => stateOf(withdrawals[0]), { ...DECIDED, interval: LOOK_EVERY_MS }).toBe('COMPLETED')
  })

  it('several are rejected in one decision, and the customer is notified', async () => {
    const { page } = maker
    await openScreen(page, 'Administración de retiros')
    await page.getByLabel('Etapa').selectOption('En revisión')
    for (const amount of ['2.200.000', '2.300.000'])
      await rowWith(page, amount)
        .getByRole('checkbox', { name: /^Elegir el retiro/ })
        .check()
    await page.getByText('2 retiros elegidos').waitFor()
    await picture(page, 'withdrawals-chosen')
    await page.getByRole('button', { name: 'Decidir', exact: true }).click()
    const dialog = dialogOf(page, 'Decidir 2 retiros')
    expect(await dialog.innerText()).toMatch(/4\.500\.000/)
    await picture(page, 'withdrawals-several')
    await dialog.getByLabel('Motivo').fill(WHY)
    await approvedByMail(page, product.url, OFFICER.email, () => dialog.getByRole('button', { name: 'Rechazar' }).click())
    await page.getByText('Rechazado. El dinero volvió al saldo.').waitFor()
    expect(await Promise.all([stateOf(withdrawals[1]), stateOf(withdrawals[2])])).toEqual(['RETURNED', 'RETURNED'])
    const customer = await visit(browser, product.url)
    await openSession(customer.page, CUSTOMER)
    await customer.page.getByRole('button', { name: /^Avisos, / }).click()
    await customer.page.getByText('Tu retiro volvió a tu saldo').first().waitFor()
    await customer.page.getByText('Tu retiro está en revisión').first().waitFor()
    await customer.context.close()
  })

  it('MON-09 Fiat and the histories show the movements of all customers by the filters of the specification', async () => {
    const { page } = maker
    await openTab(page, 'FIAT', 'Retiros')
    await expect.poll(() => rowWith(page, '2.200.000').innerText()).toMatch(/Rechazado[\s\S]*oficial@tunjo\.example/)
    await page.getByLabel('Aprobador', { exact: true }).selectOption('Automatico')
    await expect.poll(() => rowWith(page, '2.200.000').count()).toBe(0)
    expect(await rowWith(page, '150.000').innerText()).toContain('A10')
    expect(await rowWith(page, '150.000').getByRole('link').first().getAttribute('href')).toContain(`/naturalUserInformation/${customerId}`)
    await page.getByLabel('Aprobador', { exact: true }).selectOption('ID de Administrador')
    await expect.poll(() => rowWith(page, '2.200.000').count()).toBe(1)
    await picture(page, 'fiat-withdrawals')
    await page.getByRole('tab', { name: 'Depositos' }).click()
    await expect.poll(() => rowWith(page, '8.000.000').innerText()).toMatch(/Completo/)
    await picture(page, 'fiat-deposits')
    await openScreen(page, 'Historial de depositos')
    await page.getByRole('heading', { name: 'Historial de depositos' }).waitFor()
    await page.getByText('No hay movimientos').waitFor()
    await picture(page, 'token-deposits')
    await openScreen(page, 'Historial de retiros')
    await page.getByRole('heading', { name: 'Historial de retiros' }).waitFor()
    await picture(page, 'token-withdrawals')
  })

  it("deposits in review have their tab, and Wallet shows the platform's tokens and the remaining gas", async () => {
    const { page } = maker
    await openTab(page, 'Administración de retiros', 'Depósitos por revisar')
    await page.getByText('No hay depósitos en revisión').waitFor()
    await page.getByText('No hay depósitos deshechos por la red').waitFor()
    await page.getByText('No hay nada por mirar').waitFor()
    await picture(page, 'deposits-to-review')
    await openScreen(page, 'Wallet')
    await expect.poll(() => page.getByRole('region', { name: 'Billetera operativa' }).innerText()).toMatch(/Bien[\s\S]*BTC[\s\S]*ETH/)
    const backing = page.getByRole('region', { name: 'Respaldo', exact: true })
    await expect.poll(() => backing.getByRole('row').filter({ hasText: 'Bitcoin' }).innerText()).toMatch(/Bien/)
    await picture(page, 'treasury')
  })

  it('an auditor reads and decides nothing', async () => {
    const auditor = await visit(browser, product.url)
    await openSession(auditor.page, staffOf('auditor'))
    await openScreen(auditor.page, 'Administración de retiros')
    await rowWith(auditor.page, '2.100.000').getByRole('button', { name: /^Ver/ }).click()
    const dialog = dialogOf(auditor.page, 'Retiro')
    await dialog.getByText('Cliente desde').waitFor()
    expect(await dialog.getByRole('button', { name: /^(Aprobar|Rechazar|Retener)$/ }).count()).toBe(0)
    expect(await auditor.page.getByRole('checkbox', { name: /^Elegir/ }).count()).toBe(0)
    await auditor.context.close()
  })
})

describe('MON-04 bank transfers', () => {
  const WHY = 'Extracto de hoy, descargado del banco.'
  const CREDITED = { timeout: 60_000 }
  const IMPORT = 'Importar un extracto del banco'
  let bank: string
  const transfer = (body: object) =>
    fetch(`${bank}/controls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'bank-transfer', ...body }),
    })
  beforeAll(async () => {
    await post(product.url, '/dev/clock/advance', { milliseconds: QUARTER_MS })
    const token = await signIn(product.url, CUSTOMER)
    const [account] = await get<{ id: string }[]>(product.url, '/payment/accounts/user/', token)
    const body = { accountID: account?.id, amount: '20000', acceptedPolicy: true, acceptedPersonalData: true }
    bank = new URL(await post<string>(product.url, '/payment/deposit', body, token)).origin
  })

  it('a customer sees the collection account and their reference, on a phone too', async () => {
    const customer = await visit(browser, product.url)
    await openSession(customer.page, CUSTOMER)
    await customer.page.getByRole('link', { name: 'Depositar', exact: true }).click()
    const dialog = dialogOf(customer.page, 'Deposito')
    await dialog.getByRole('option', { name: 'Transferencia bancaria' }).waitFor({ state: 'attached' })
    await dialog.getByLabel('Método').selectOption('Transferencia bancaria')
    await dialog.getByText('Tu referencia', { exact: true }).waitFor()
    const shown = await dialog.innerText()
    expect(shown).toMatch(/Bancolombia[\s\S]*60041230987[\s\S]*900123456-8/)
    await picture(customer.page, 'transfer-instructions')
    await transfer({ amount: 310_000, reference: /\d{4} \d{4} \d{2}/.exec(shown)?.[0], name: 'Ana María Rojas Pérez' })
    await transfer({ amount: 44_000, reference: 'ARRIENDO', name: 'PEDRO PEREZ' })
    await transfer({ amount: 5_200_000, reference: 'APORTE', name: 'SOCIOS DE TUNJO' })
    await customer.context.close()
  })

  it('one officer uploads the statement, another approves, and matched lines are credited; the rest waits', async () => {
    const { page } = maker
    await openTab(page, 'Administración de retiros', 'Conciliación bancaria')
    await page.getByText('No hay movimientos por conciliar').waitFor()
    const content = await (await fetch(`${bank}/bank/statement.csv`)).text()
    const file = (text: string) => ({ name: 'extracto.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const input = page.getByLabel('Elegir el extracto (CSV)', { exact: true })
    await input.setInputFiles(file(content.replace('CREDITO', 'ABONO')))
    await page.getByText('el tipo no es CREDITO ni DEBITO').waitFor()
    await input.setInputFiles(file(content))
    await page.getByRole('table', { name: 'Movimientos del extracto' }).getByText('Es de un cliente').waitFor()
    await picture(page, 'statement')
    await page.getByLabel('¿Por qué se importa?').fill(WHY)
    await approvedByMail(page, product.url, OFFICER.email, () => page.getByRole('button', { name: 'Pedir aprobación' }).click())
    await page.getByText('Falta la segunda aprobación').waitFor()
    await approve(checker.page, IMPORT, SECOND_OFFICER)
    const credited = async () => {
      const body = { pageIndex: 0, size: 5 }
      const { results } = await post<{ results: { state: string; amount: string }[] }>(
        product.url, '/payment/transactions/user/deposits', body, await signIn(product.url, CUSTOMER),
      ) // biome-ignore format: one call
      return results.find(({ amount }) => amount === '310000')?.state
    }
    await expect.poll(credited, CREDITED).toBe('COMPLETED')
  })

  it('R11 two officers return a line without a reference, and it waits to be paid with its code', async () => {
    const { page } = maker
    await openTab(page, 'Administración de retiros', 'Conciliación bancaria')
    // The decision of the other officer is not pushed to this page.
    await page.reload()
    await rowOf(page, 'ARRIENDO')
      .getByRole('button', { name: /^Decidir/ })
      .click()
    const dialog = dialogOf(page, 'Por conciliar')
    // The sandbox pays everything from one account.
    await dialog.getByText('ya le pagaron desde ahí').waitFor()
    await dialog.getByRole('button', { name: 'Es de este cliente' }).click()
    await dialog.getByText('Escribe al menos 10 caracteres.').waitFor()
    await dialog.getByLabel('Buscar al cliente').fill('rojas ana')
    await dialog.getByRole('button', { name: 'Buscar', exact: true }).click()
    await dialog.getByRole('radio', { name: /^Ana María Rojas Pérez/ }).check()
    await picture(page, 'statement-line')
    await dialog.getByRole('button', { name: 'Ver las sugerencias' }).click()
    await dialog.getByText('ya le pagaron desde ahí').waitFor()
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0)
    await dialog.getByLabel('Motivo').fill('Pedro no es cliente nuestro.')
    await approvedByMail(page, product.url, OFFICER.email, () => dialog.getByRole('button', { name: 'Devolver a quien paga' }).click())
    await dialog.waitFor({ state: 'hidden' })
    await approve(checker.page, 'Conciliar un movimiento del banco', SECOND_OFFICER)
    await page.reload()
    await rowOf(page, 'DEV').getByText('PEDRO PEREZ').waitFor()
    await page.getByRole('table', { name: 'Extractos enviados' }).getByText('Importado', { exact: true }).waitFor()
    await picture(page, 'refunds')
  })

  it("ADM-15 R11 two officers book the owners' money in the collection account as company capital", async () => {
    const { page } = maker
    await openTab(page, 'Administración de retiros', 'Conciliación bancaria')
    // The decision of the other officer is not pushed to this page.
    await page.reload()
    await rowOf(page, 'APORTE')
      .getByRole('button', { name: /^Decidir/ })
      .click()
    const dialog = dialogOf(page, 'Por conciliar')
    await dialog.getByText('Capital de la casa es dinero que los dueños pusieron').waitFor()
    await dialog.getByLabel('Motivo').fill('Aporte de los socios, acta 12.')
    expect(await accessibilityViolations(page)).toEqual([])
    await picture(page, 'statement-capital')
    await approvedByMail(page, product.url, OFFICER.email, () => dialog.getByRole('button', { name: 'Capital de la casa' }).click())
    await dialog.waitFor({ state: 'hidden' })
    await approve(checker.page, 'Conciliar un movimiento del banco', SECOND_OFFICER)
    await page.reload()
    await page.getByText('No hay movimientos por conciliar').waitFor()
    await openScreen(page, 'Balance')
    await rowOf(page, /5\.200\.000/)
      .getByText('Válido')
      .waitFor()
    await picture(page, 'statement-capital-booked')
  })
})

describe('ADM-15 Wallet: movements between the hot and the cold wallet', () => {
  const MOVE = 'Mover entre billeteras de la casa'
  const ON_CHAIN = { timeout: 120_000 }
  const [first, second] = [staffOf('treasury'), staffOf('treasury', 1)]
  const PROPOSED = 'Quedó propuesto. No cambia nada hasta que otra persona del equipo lo apruebe.'
  let proposing: Visit
  let approving: Visit
  beforeAll(async () => {
    proposing = await visit(browser, product.url)
    approving = await visit(browser, product.url)
    await openSession(proposing.page, first)
    await openSession(approving.page, second)
  })

  async function propose(kind: string, amount: string): Promise<void> {
    const { page } = proposing
    await openScreen(page, 'Wallet')
    await page.getByRole('button', { name: 'Proponer un movimiento de BTC', exact: true }).click()
    const dialog = dialogOf(page, 'Proponer un movimiento de BTC')
    await dialog.getByText(kind, { exact: true }).click()
    await dialog.getByRole('button', { name: 'Pedir aprobación' }).click()
    await dialog.getByText('Escribe al menos 10 caracteres.').waitFor()
    await dialog.getByLabel('Valor').fill(amount)
    await dialog.getByLabel('Motivo').fill('Cierre de la tarde, acta 12.')
    await picture(page, `treasury-propose-${amount}`)
    await approvedByMail(page, product.url, first.email, () => dialog.getByRole('button', { name: 'Pedir aprobación' }).click())
    await page.getByText(PROPOSED).first().waitFor()
    await dialog.waitFor({ state: 'hidden' })
  }

  it('R11 a sweep is proposed by one, approved by another, and sent automatically', async () => {
    const { page } = proposing
    await openScreen(page, 'Wallet')
    await page.getByText('Todavía no hay movimientos').waitFor()
    await propose('Enviar a la fría', '3')
    await page.getByText('Todavía no hay movimientos').waitFor()
    await approve(approving.page, MOVE, second)
    await rowOf(page, 'Enviar a la fría').getByText('Confirmado').waitFor(ON_CHAIN)
    await rowOf(page, 'Enviar a la fría').getByRole('button', { name: /^Ver/ }).click()
    const dialog = dialogOf(page, 'Enviar a la fría')
    expect(await dialog.innerText()).toMatch(/tesoreria@tunjo\.example[\s\S]*tesoreria2@tunjo\.example[\s\S]*acta 12/)
    await picture(page, 'treasury-swept')
    await page.keyboard.press('Escape')
  })

  it('a refill is recognised on chain when it arrives, and the ledger agrees', async () => {
    const { page } = proposing
    await propose('Recargar la operativa', '1')
    await approve(approving.page, MOVE, second)
    const row = rowOf(page, 'Recargar la operativa')
    await row.getByText('Se espera').waitFor(ON_CHAIN)
    await row.getByRole('button', { name: /^Ver/ }).click()
    await dialogOf(page, 'Recargar la operativa').getByText('Se espera una transacción por este valor exacto').waitFor()
    await picture(page, 'treasury-awaited')
    await page.keyboard.press('Escape')
    await post(product.url, '/dev/chain/refill', { asset: 'BTC', amount: '1' })
    await row.getByText('Llegó').waitFor(ON_CHAIN)
    await picture(page, 'treasury-moved')
    await openScreen(maker.page, 'Balance')
    await expect.poll(() => rowOf(maker.page, 'Bitcoin').innerText(), ON_CHAIN).toMatch(/Activa/)
  })

  it("ADM-15 MON-10 two officers book company money, and withdraw no more than the company's own", async () => {
    const { page } = proposing
    const asked = async (act: () => Promise<void>) => {
      const dialog = dialogOf(page, 'Registrar movimiento')
      await page.getByRole('button', { name: 'Registrar movimiento' }).click()
      await act()
      await dialog.getByLabel('Motivo').fill('Aporte de los socios, acta 13.')
      await picture(page, 'capital-asked')
      await approvedByMail(page, product.url, first.email, () => dialog.getByRole('button', { name: 'Pedir aprobación' }).click())
      return dialog
    }
    await openScreen(page, 'Balance')
    await page.getByRole('button', { name: 'Registrar movimiento' }).click()
    const empty = dialogOf(page, 'Registrar movimiento')
    await empty.getByLabel('Motivo').fill('Aporte de los socios, acta 13.')
    await empty.getByRole('button', { name: 'Pedir aprobación' }).click()
    await empty.getByText('Escribe un valor mayor que cero.').waitFor()
    await empty.getByText('Escribe la referencia: 3 caracteres o más.').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await empty.waitFor({ state: 'hidden' })

    const dialog = await asked(async () => {
      await empty.getByLabel('Valor').fill('5000000')
      await empty.getByLabel('Referencia').fill('Extracto 13')
    })
    await page.getByText(PROPOSED).first().waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await approve(approving.page, 'Mover capital de la casa', second)
    const row = rowOf(page, 'Extracto 13')
    await row.getByText('Válido').waitFor(ON_CHAIN)
    await picture(page, 'capital-in')

    const refused = await asked(async () => {
      await empty.getByText('Sale', { exact: true }).click()
      await empty.getByLabel('Valor').fill('900000000000')
      await empty.getByLabel('Referencia').fill('Dividendos 1')
    })
    await refused.getByText('más de lo que la casa tiene allí').waitFor()
    await picture(page, 'capital-out-refused')
    await page.keyboard.press('Escape')
    await resize(page, PHONE)
    await openScreen(page, 'Balance')
    await page.getByRole('button', { name: 'Registrar movimiento' }).click()
    expect([await accessibilityViolations(page), await overhang(page, PHONE)]).toEqual([[], 0])
    await picture(page, 'capital-phone')
    await page.keyboard.press('Escape')
    await resize(page, DESKTOP)
  })

  it('a read-only officer has no action to propose', async () => {
    const { page } = maker
    await openScreen(page, 'Balance')
    await page.getByText('Extracto 13').waitFor()
    expect(await page.getByRole('button', { name: 'Registrar movimiento' }).count()).toBe(0)
    await openScreen(page, 'Wallet')
    await rowOf(page, 'Recargar la operativa').getByText('Llegó').waitFor()
    expect(await page.getByRole('button', { name: /^Proponer/ }).count()).toBe(0)
    expect([...proposing.complaints, ...approving.complaints]).toEqual([])
    await proposing.context.close()
    await approving.context.close()
  })
})

describe('MON-07 token withdrawals, for officers', () => {
  const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
  const ON_CHAIN = { timeout: 120_000 }
  const WHY = 'Hablé con el cliente y revisé el origen.'
  let withdrawalId: string
  const kept: string[] = []
  const stateOfKept = async (id: string) =>
    (await get<{ state: string }>(product.url, `/blockchain/transfer/${id}`, await signIn(product.url, CUSTOMER))).state
  async function decideTogether(page: Page, decision: 'Retener' | 'Rechazar'): Promise<void> {
    await page.getByRole('button', { name: 'Decidir', exact: true }).click()
    const dialog = dialogOf(page, 'Decidir 2 retiros')
    await dialog.getByLabel('Motivo').fill(WHY)
    await approvedByMail(page, product.url, OFFICER.email, () => dialog.getByRole('button', { name: decision }).click())
    await dialog.waitFor({ state: 'hidden' })
  }
  const stateOf = async () =>
    get<{ state: string; transaction_hash: string | null }>(
      product.url,
      `/blockchain/transfer/${withdrawalId}`,
      await signIn(product.url, CUSTOMER),
    )
  beforeAll(async () => {
    await post(product.url, '/dev/clock/advance', { milliseconds: QUARTER_MS })
    const token = await signIn(product.url, CUSTOMER)
    const users = `/blockchain/users/${customerId}`
    const { address } = await get<{ address: string }>(product.url, `${users}/deposit/ERC20`, token)
    await post(product.url, '/dev/chain/send', { address, asset: 'USDT', amount: '40' })
    const saved = { address: WALLET, alias: 'Mi Ledger' }
    const whitelist = { params: { userId: customerId }, body: saved }
    const saving = await stepUpGrant(product.url, token, 'POST /blockchain/users/:userId/whitelist', whitelist, CUSTOMER.email)
    await post(product.url, `${users}/whitelist`, saved, token, { 'step-up-grant': saving })
    const credited = async () =>
      (await get<{ asset: string; amount: string }[]>(product.url, '/virtual-ledger/balances/users', token)).find(
        ({ asset }) => asset === 'USDT',
      )?.amount
    await until('the deposit is credited', ON_CHAIN.timeout, async () => ((await credited()) === '40' ? true : undefined))
    const body = { amount: '20', recipient: WALLET }
    const grant = await stepUpGrant(product.url, token, 'POST /blockchain/transfer/USDT', { body }, CUSTOMER.email)
    withdrawalId = (await post<{ id: string }>(product.url, '/blockchain/transfer/USDT', body, token, { 'step-up-grant': grant })).id
  }, 200_000)

  it('one over the threshold waits with its risk facts; two officers approve it, and the network pays it', async () => {
    const { page } = maker
    await openTab(page, 'Administración de retiros', /^Retiros por la red/)
    const row = rowOf(page, CUSTOMER.email).filter({ hasText: '20' })
    await row.getByText('En revisión').waitFor()
    await picture(page, 'token-withdrawals-review')
    await row.getByRole('button', { name: `Ver el retiro de ${CUSTOMER.email} por 20` }).click()
    const dialog = dialogOf(page, 'Retiro')
    expect(await dialog.innerText()).toMatch(/Mi Ledger[\s\S]*Es de otro cliente[\s\S]*No[\s\S]*Valor alto/)
    await picture(page, 'token-withdrawal-open')
    await dialog.getByRole('button', { name: 'Aprobar' }).click()
    await dialog.getByText('Escribe al menos 10 caracteres.').waitFor()
    await dialog.getByLabel('Motivo').fill(WHY)
    await approvedByMail(page, product.url, OFFICER.email, () => dialog.getByRole('button', { name: 'Aprobar' }).click())
    await dialog.waitFor({ state: 'hidden' })
    expect((await stateOf()).state).toBe('IN_REVIEW')
    await approve(checker.page, 'Aprobar un retiro por la red', SECOND_OFFICER)
    await expect.poll(async () => (await stateOf()).state, { ...ON_CHAIN, interval: LOOK_EVERY_MS }).toBe('CONFIRMED')
    await openScreen(page, 'Historial de retiros')
    const paid = rowOf(page, SECOND_OFFICER.email)
    expect(await paid.innerText()).toContain('Confirmado')
    expect(await paid.getByRole('link', { name: /^0x/ }).getAttribute('href')).toBe(`/explorer/tx/${(await stateOf()).transaction_hash}`)
  })

  it('R11 ADM-15 one officer holds two withdrawals before they are sent, and returns both together', async () => {
    const { page } = maker
    const token = await signIn(product.url, CUSTOMER)
    for (const amount of ['5', '6']) {
      const body = { amount, recipient: WALLET }
      const grant = await stepUpGrant(product.url, token, 'POST /blockchain/transfer/USDT', { body }, CUSTOMER.email)
      kept.push((await post<{ id: string }>(product.url, '/blockchain/transfer/USDT', body, token, { 'step-up-grant': grant })).id)
    }
    await openTab(page, 'Administración de retiros', /^Retiros por la red/)
    await page.getByLabel('Etapa').selectOption('Por enviar')
    const rowsToKeep = rowOf(page, CUSTOMER.email)
    await expect.poll(() => rowsToKeep.count()).toBe(2)
    for (const index of [0, 1]) await rowsToKeep.nth(index).getByRole('checkbox').check()
    await page.getByText('2 retiros elegidos').waitFor()
    await decideTogether(page, 'Retener')
    expect(new Set(await Promise.all(kept.map(stateOfKept)))).toEqual(new Set(['IN_REVIEW']))
    await page.getByLabel('Etapa').selectOption('En revisión')
    await page.getByLabel('Por qué espera').selectOption('Retenido por el equipo')
    await expect.poll(() => rowsToKeep.count()).toBe(2)
    expect(new URL(page.url()).searchParams.get('tab')).toBe('tokens')
    await picture(page, 'token-withdrawals-kept')
    for (const index of [0, 1]) await rowsToKeep.nth(index).getByRole('checkbox').check()
    await decideTogether(page, 'Rechazar')
    expect(new Set(await Promise.all(kept.map(stateOfKept)))).toEqual(new Set(['REJECTED']))
  })

  it('R11 one officer pauses them all, two resume them', async () => {
    const { page } = maker
    await openTab(page, 'Administración de retiros', /^Retiros por la red/)
    const card = page.getByRole('region', { name: 'Retiros por la red', exact: true })
    await card.getByText('Activos').waitFor()
    await card.getByRole('button', { name: 'Pausar todos' }).click()
    const pausing = dialogOf(page, 'Pausar los retiros por la red')
    await pausing.getByLabel('Motivo').fill(WHY)
    await approvedByMail(page, product.url, OFFICER.email, () => pausing.getByRole('button', { name: 'Pausar ahora' }).click())
    await card.getByText('En pausa').waitFor()
    await picture(page, 'token-withdrawals-paused')
    await card.getByRole('button', { name: 'Pedir que se reanuden' }).click()
    const resuming = dialogOf(page, 'Reanudar los retiros por la red')
    await resuming.getByLabel('Motivo').fill(WHY)
    await approvedByMail(page, product.url, OFFICER.email, () => resuming.getByRole('button', { name: 'Pedir aprobación' }).click())
    await resuming.getByLabel('Motivo').waitFor({ state: 'hidden' })
    await card.getByText('En pausa').waitFor()
    await approve(checker.page, 'Reanudar los retiros por la red', SECOND_OFFICER)
    await card.getByText('Activos').waitFor(ON_CHAIN)
  })
})

// Last: it leaves the customer at level 1, who moves no money.
describe('ADM-14 break glass', () => {
  it('one officer executes in an emergency with a reason, the other reviews it', async () => {
    const before = await levelOf()
    await proposeLevel()
    await openScreen(maker.page, 'Aprobaciones')
    await rowOf(maker.page, CUSTOMER.email).getByRole('button', { name: /^Ver/ }).click()
    const dialog = dialogOf(maker.page, LEVEL_DIALOG)
    await dialog.getByRole('button', { name: 'Es una emergencia' }).click()
    const execute = dialog.getByRole('button', { name: 'Ejecutar sin segunda aprobación' })
    await execute.click()
    await dialog.getByText('La nota debe contener por lo menos 10 caracteres.').waitFor()
    expect(await levelOf()).toBe(before)
    await dialog.getByLabel('Motivo de la emergencia').fill('El fiscal pidió hacerlo hoy mismo.')
    await picture(maker.page, 'approvals-emergency')
    await approvedByMail(maker.page, product.url, OFFICER.email, () => execute.click())
    await rowOf(maker.page, 'Espera revisión').waitFor()
    expect(await levelOf()).toBe(1)

    // The officer who broke the glass is offered no review of it.
    await rowOf(maker.page, 'Espera revisión').getByRole('button', { name: /^Ver/ }).click()
    await dialog.getByText('El fiscal pidió hacerlo hoy mismo.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Justificada', exact: true }).count()).toBe(0)

    await openScreen(checker.page, 'Aprobaciones')
    await rowOf(checker.page, 'Espera revisión').getByRole('button', { name: /^Ver/ }).click()
    const review = dialogOf(checker.page, LEVEL_DIALOG)
    await review.getByLabel('Nota').fill('La orden está adjunta al caso.')
    await picture(checker.page, 'approvals-review')
    await approvedByMail(checker.page, product.url, SECOND_OFFICER.email, () =>
      review.getByRole('button', { name: 'Justificada', exact: true }).click(),
    )
    await checker.page.getByText('No hay nada por decidir').waitFor()
  })
})

describe('ADM-15 Taker/Maker fees', () => {
  const CHANGE = 'Cambiar tarifas'
  const KIND = 'Cambiar las tarifas de los intercambios'
  const [first, second] = [staffOf('treasury'), staffOf('treasury', 1)]

  it('one officer proposes a fee with a preview, another approves, and a customer sees it as a separate line', async () => {
    await post(product.url, '/dev/clock/advance', { milliseconds: QUARTER_MS })
    const { page, complaints, context } = await visit(browser, product.url)
    await openSession(page, first)
    await openScreen(page, 'Taker/Maker fees')
    const versions = page.getByRole('region', { name: 'Tarifa de Tunjo' })
    await versions.getByText('Con la que empezó el producto.').waitFor()
    await page.getByRole('button', { name: CHANGE }).click()
    const dialog = dialogOf(page, CHANGE)
    const pair = dialog.getByRole('group', { name: 'COP / USDT' })
    expect(await dialog.getByRole('button', { name: 'Pedir aprobación' }).isDisabled()).toBe(true)
    await pair.getByLabel('Taker %').fill('3,5')
    await pair.getByText('De 0 a 3 %').waitFor()
    await pair.getByLabel('Taker %').fill('0,25')
    await pair.getByText(/Un cambio de 1\.000\.000 COP pagaría \$\s2\.500/).waitFor()
    await pair.getByRole('button', { name: 'Agregar tramo a COP / USDT' }).click()
    await pair.getByLabel('Desde (COP)').last().fill('50.000.000')
    await pair.getByLabel('Taker %').last().fill('0,1')
    await dialog.getByLabel('Motivo').fill('Tarifa que aprobó la junta.')
    await picture(page, 'fees-change')
    await approvedByMail(page, product.url, first.email, () => dialog.getByRole('button', { name: 'Pedir aprobación' }).click())
    await versions.getByText('Un cambio espera en Aprobaciones.').waitFor()

    const other = await visit(browser, product.url)
    await openSession(other.page, second)
    await approve(other.page, KIND, second)
    await other.context.close()
    await openScreen(page, 'Taker/Maker fees')
    await versions.getByText('Versión 2').waitFor()
    await versions.getByText('desde 50.000.000 COP, taker 0,1 %').waitFor()
    await picture(page, 'fees-versions')
    expect(complaints).toEqual([])
    await context.close()

    const customer = await visit(browser, product.url)
    await openSession(customer.page, CUSTOMER)
    await openScreen(customer.page, 'Intercambio')
    await customer.page.getByRole('button', { name: /cambiar la moneda que recibes/ }).click()
    await customer.page.getByRole('combobox', { name: 'Buscar por nombre o símbolo' }).fill('TETHER')
    await customer.page.keyboard.press('Enter')
    await customer.page.getByLabel('Cantidad que entregas en COP').fill('50000')
    await customer.page.getByText('Comisión de Tunjo', { exact: true }).waitFor()
    await customer.page.getByText('0,25', { exact: false }).first().waitFor()
    await picture(customer.page, 'trade-house-fee')
    await customer.context.close()
  })
})

describe('Reportes regulatorios', () => {
  const REPORTS = '/application/administrative/regulatory'
  const KIND = 'Aprobar un ROS para presentarlo en SIREL'
  const FACTS = 'Recibió pesos de varias cuentas en un día y los retiró de inmediato, sin relación con lo que declaró.'
  const [first, second] = [staffOf('compliance_officer'), staffOf('compliance_officer', 1)]

  /** Verified customer with a deposit: the demo's customer may have lost a level here. */
  async function payer(): Promise<string> {
    const person = await verifiedPerson(product.url, 'una-tienda-de-telas')
    const token = await signIn(product.url, person)
    const body = { alias: 'Nómina', account: '12345678', bank: 1, accountType: 9 }
    const grant = await stepUpGrant(product.url, token, 'POST /payment/accounts', { body }, person.email)
    await post(product.url, '/payment/accounts', body, token, { 'step-up-grant': grant })
    const [account] = await get<{ id: string }[]>(product.url, '/payment/accounts/user/', token)
    await paidDeposit(product.url, token, account?.id ?? '', '60000')
    return (await get<{ id: string }>(product.url, '/api/account', token)).id
  }
  /** Day by the clock of the product, which was moved. */
  async function daysAgo(days: number): Promise<string> {
    const { headers } = await fetch(`${product.url}/management/health`)
    return bogotaDay(new Date(Date.parse(headers.get('date') ?? '') - days * 86_400_000))
  }

  it('two officers take a suspicious transaction report from a person to its filing in SIREL', async () => {
    await post(product.url, '/dev/clock/advance', { milliseconds: QUARTER_MS })
    const { page, complaints, context } = await visit(browser, product.url)
    await openSession(page, first)
    const person = await payer()
    await openScreen(page, 'Reportes regulatorios')
    await page.getByText('Sin reportes').waitFor()
    await picture(page, 'regulatory-empty')
    await page.goto(`/application/administrative/naturalUserInformation/${person}`)
    await page.getByRole('button', { name: 'Crear borrador de ROS' }).click()
    await page.waitForURL(`**${REPORTS}/ros/*`)
    await page.getByRole('textbox', { name: 'Hechos' }).fill(FACTS)
    await page.getByLabel('Urgencia').selectOption('urgent')
    await page.getByLabel('Desde').fill(await daysAgo(30))
    await page.getByLabel('Hasta').fill(await daysAgo(0))
    const movements = page.getByRole('group', { name: /^Movimientos/ })
    await movements.getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Agregar persona o empresa' }).click()
    await page.getByLabel('Nombre').fill('Pedro Pérez')
    await picture(page, 'regulatory-draft')
    await page.getByRole('button', { name: 'Guardar borrador' }).click()
    await page.getByText('Borrador guardado.').waitFor()
    await page.getByRole('button', { name: 'Enviar a aprobación' }).click()
    const dialog = dialogOf(page, 'Enviar a aprobación')
    await approvedByMail(page, product.url, first.email, () => dialog.getByRole('button', { name: 'Enviar a aprobación' }).click())
    await page.getByText('Espera la decisión de otra persona').waitFor()
    await picture(page, 'regulatory-proposed')

    const other = await visit(browser, product.url)
    await openSession(other.page, second)
    await approve(other.page, KIND, second)

    await page.reload()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar PDF' }).click()
    expect((await download).suggestedFilename()).toMatch(/^ros-.*\.pdf$/)

    await page.getByRole('button', { name: 'Devolver para corregir' }).click()
    const reopening = dialogOf(page, 'Devolver este ROS para corregirlo')
    await reopening.getByText('otra persona tiene que aprobar también este cambio').waitFor()
    await reopening.getByLabel('Motivo').fill('Apareció otra persona en los soportes.')
    await approvedByMail(page, product.url, first.email, () => reopening.getByRole('button', { name: 'Devolver para corregir' }).click())
    await page.getByText('Se pidió devolver este ROS para corregirlo').waitFor()
    expect(await page.getByRole('button', { name: 'Devolver para corregir' }).count()).toBe(0)
    await refuse(other.page, 'Devolver o descartar un ROS aprobado', second)
    await other.context.close()
    await page.reload()
    await page.getByText('rechazado').waitFor()
    await page.getByRole('button', { name: 'Registrar presentación' }).click()
    const filing = dialogOf(page, 'Registrar que se presentó en SIREL')
    await filing.getByLabel('Número que dio SIREL').fill('ROS-2026-77')
    await filing.getByLabel('Fecha de presentación').fill(await daysAgo(0))
    await picture(page, 'regulatory-filing')
    await approvedByMail(page, product.url, first.email, () => filing.getByRole('button', { name: 'Registrar presentación' }).click())
    await page.getByText('Está presentado. Se conserva diez años.').waitFor()
    await picture(page, 'regulatory-filed')
    await openScreen(page, 'Reportes regulatorios')
    await page.getByText('ROS-2026-77').waitFor()
    await picture(page, 'regulatory-reports')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('the file of a month is generated, approved by another officer and filed', async () => {
    await post(product.url, '/dev/clock/advance', { milliseconds: QUARTER_MS })
    const { page, complaints, context } = await visit(browser, product.url)
    await openSession(page, first)
    await openScreen(page, 'Reportes regulatorios')
    await page
      .getByRole('link', { name: /^Ver transacciones de/ })
      .first()
      .waitFor()
    for (const report of ['Transacciones', 'Clientes', 'ROS', 'Ausencia de ROS'])
      await page.getByText(report, { exact: true }).first().waitFor()
    await picture(page, 'regulatory-due')
    await page.goto(`${REPORTS}/uiaf/2019-01`)
    await page.getByText('posiciones sin verificar').waitFor()
    await page.getByRole('button', { name: 'Generar archivo' }).click()
    await page.getByText('Sin operaciones que reportar').waitFor()
    await picture(page, 'regulatory-file')
    await approvedByMail(page, product.url, first.email, () => page.getByRole('button', { name: 'Enviar a aprobación' }).click())
    await page.getByText('Espera la decisión de otra persona').waitFor()

    const other = await visit(browser, product.url)
    await openSession(other.page, second)
    await approve(other.page, 'Aprobar el archivo mensual para la UIAF', second)
    await other.context.close()

    await page.reload()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar archivo' }).click()
    expect((await download).suggestedFilename()).toBe('uiaf-activos-virtuales-2019-01-v1-SIN-VERIFICAR.txt')
    await page.getByRole('button', { name: 'Registrar presentación' }).click()
    const filing = dialogOf(page, 'Registrar que se presentó el archivo')
    await filing.getByLabel('Número que dio SIREL').fill('UIAF-1')
    await filing.getByLabel('Fecha de presentación').fill(await daysAgo(0))
    await approvedByMail(page, product.url, first.email, () => filing.getByRole('button', { name: 'Registrar presentación' }).click())
    await page.getByText('Está presentado.').waitFor()
    await picture(page, 'regulatory-file-filed')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('B9 the file of clients of last month is generated, approved by another officer and downloaded', async () => {
    await post(product.url, '/dev/clock/advance', { milliseconds: MONTH_MS })
    const { page, complaints, context } = await visit(browser, product.url)
    await openSession(page, first)
    await page.goto(REPORTS)
    await page
      .getByRole('link', { name: /^Ver clientes de/ })
      .nth(1)
      .click()
    await page.getByRole('button', { name: 'Generar archivo' }).click()
    await page.getByText('Clientes cerrados en el mes').waitFor()
    await page.getByRole('link', { name: /CC \d/ }).first().waitFor()
    await picture(page, 'regulatory-clients')
    await approvedByMail(page, product.url, first.email, () => page.getByRole('button', { name: 'Enviar a aprobación' }).click())
    await page.getByText('Espera la decisión de otra persona').waitFor()

    const other = await visit(browser, product.url)
    await openSession(other.page, second)
    await approve(other.page, 'Aprobar el archivo mensual para la UIAF', second)
    await other.context.close()

    await page.reload()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar archivo' }).click()
    expect((await download).suggestedFilename()).toMatch(/^uiaf-clientes-\d{4}-\d\d-v1-SIN-VERIFICAR\.txt$/)
    expect(complaints).toEqual([])
    await context.close()
  })
})
