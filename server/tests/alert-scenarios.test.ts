/**
 * Scenarios of the 19 kinds of alert (ADM-13): a near miss, what raises the alert and what closes it, by calls of customers, officers and
 * banks. Where a kind has several causes, one of them is covered here; the others are in the tests of its rule. Listas and PEP are never
 * closed by one officer or by a rule. Only trades are inserted as trading writes them: there is no chain here.
 */

import type { EvidenceType } from '@tunjo/contract/alert-evidence'
import { ALERT_KINDS } from '@tunjo/contract/alert-kinds'
import { nameOfAlert } from '@tunjo/contract/alert-names'
import type { Severity } from '@tunjo/contract/alert-severity'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { EMAIL_CHANGE_PATH } from '@tunjo/contract/credentials'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newDocumentNumber } from '../../dev/testing/document-number.ts'
import { IP, locationLinks, newSignInAt, PASSWORD, Traveller } from '../src/domains/customers/identity/devices/devices.testing.ts'
import { companyFields, filesOf, level1Fields, level2Fields, newOfficer } from '../src/domains/customers/kyc/testing.ts'
import { inTransaction } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/ids.ts'
import { type AlertWorld, type Customer, DAY_MS, HOUR_MS, REASON, settleTrade, startAlertWorld } from './alert-scenarios.testing.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const MILLION = 1_000_000

let world: AlertWorld
beforeAll(async () => {
  world = await startAlertWorld()
})
afterAll(() => world?.stop())

/** Near miss: one step before the alert is raised. */
interface Nearly {
  readonly person: Customer
  raise(): Promise<unknown>
  /** Closes it without an officer, or by two of them. When absent, one officer closes it manually. */
  end?(): Promise<unknown>
}
interface Scenario {
  readonly kind: number
  readonly typeId?: number
  readonly title: string
  readonly severity: Severity
  readonly evidence: readonly EvidenceType[]
  /** Text that the officer reads. */
  readonly says: string | RegExp
  readonly closes: string
  nearly(): Promise<Nearly>
}

const BY_HAND = { closes: REASON }
const NIT = '890.903.938-8'

async function identified(): Promise<Customer> {
  const person = await world.customer()
  await world.saveDocuments(person, 'natural-1')
  return person
}
/** Customer whose documents of level 1 are accepted, and those of level 2 sent. */
async function resident(fields: object = {}, more: object = {}): Promise<Customer> {
  const person = await identified()
  await world.saveFields(person, 'natural-1', level1Fields(more))
  await world.verify(person, 2)
  await world.saveFields(person, 'natural-2', level2Fields(fields))
  await world.saveDocuments(person, 'natural-2')
  return person
}

const SCENARIOS: readonly Scenario[] = [
  {
    kind: 1,
    title: 'documents are ready but not sent; they are sent; each is decided about',
    severity: 'low',
    evidence: ['kyc_item'],
    says: 'NOVEDADES v1: envió documentos por revisar.',
    closes: 'NOVEDADES v1: cada novedad se cerró.',
    async nearly() {
      const person = await identified()
      return { person, raise: () => world.saveFields(person, 'natural-1', level1Fields()), end: () => world.verify(person, 2) }
    },
  },
  {
    kind: 2,
    title:
      'a list has a person of the same given name; its next version has their document; two officers discard the hit, and two clear them',
    severity: 'critical',
    evidence: ['list_hit'],
    says: /^SCREENING v1: coincidencia \S+ en ONU, puntaje \d+ %\.$/,
    closes: REASON,
    async nearly() {
      const [person, identificationNumber] = [await identified(), newDocumentNumber()]
      await loadList(['Eudoxia Bohórquez Lesmes', '52999111'])
      await world.saveFields(person, 'natural-1', level1Fields({ fullName: 'Eudoxia Chocontá Tibaduiza', identificationNumber }))
      return {
        person,
        raise: () => loadList(['Eudoxia Bohórquez Lesmes', '52999111'], ['Eudoxia Chocontá Tibaduiza', identificationNumber]),
        async end() {
          const screening = await world.officer('GET', `/api/administrative/screening/hits?userId=${person.id}`)
          for (const { id } of screening.body.hits)
            await world.byTwo(`/api/administrative/screening/hits/${id}/discard`, { reason: REASON })
          // Two officers also lift the immediate block.
          await world.byTwo('/kyc/administrative/users/clear-list', { userId: person.id, reason: REASON })
        },
      }
    },
  },
  {
    kind: 3,
    title: 'says that they are no PEP; sends it again and says so; two officers take it back',
    severity: 'medium',
    evidence: ['kyc_item'],
    says: /^PEP v1: /,
    closes: REASON,
    async nearly() {
      const [person, fields] = [await identified(), level1Fields()]
      await world.saveFields(person, 'natural-1', fields)
      await world.declineWaiting(person)
      const pepDetails = { relation: 'self', position: 'Alcaldesa', entity: 'Alcaldía de Tunja', since: '2024-01-01', until: null }
      return {
        person,
        async raise() {
          await world.saveDocuments(person, 'natural-1')
          await world.saveFields(person, 'natural-1', { ...fields, peps: true, pepDetails })
        },
        async end() {
          await world.diligence(person)
          await world.byTwo('/kyc/administrative/users/natural/clear-peps', { id: person.id, reason: REASON })
        },
      }
    },
  },
  {
    kind: 4,
    title: 'enters at home; another browser enters from another country; the link of the mail says that it was them',
    severity: 'medium',
    evidence: ['sign_in'],
    says: 'INGRESOS v1: ingreso desde Estados Unidos, donde no vive ni había estado.',
    closes: 'INGRESOS v1: la persona confirmó los ingresos por correo.',
    async nearly() {
      const { identity } = world
      const person = await world.customer()
      expect((await new Traveller(identity.url, IP.bogota).signIn(person.email, PASSWORD)).status).toBe(200)
      // Long enough for a flight.
      world.advance(12 * HOUR_MS)
      return {
        person,
        raise: () => newSignInAt(identity, person.email),
        async end() {
          const { confirm } = await locationLinks(identity, person.email)
          expect((await new Traveller(identity.url, IP.bogota).send('POST', '/api/non-suspicious-ip', { id: confirm })).status).toBe(200)
        },
      }
    },
  },
  {
    kind: 4,
    title: 'another browser enters from the same city; the link of the mail says that it was not them; only an officer closes it',
    severity: 'high',
    evidence: ['sign_in'],
    says: 'INGRESOS v1: la persona negó el ingreso desde 200.21.1.0/24.',
    ...BY_HAND,
    async nearly() {
      const { identity } = world
      const person = await world.customer()
      const home = new Traveller(identity.url, IP.bogota)
      expect((await home.signIn(person.email, PASSWORD)).status).toBe(200)
      await newSignInAt(identity, person.email, IP.bogotaToo)
      const { deny } = await locationLinks(identity, person.email)
      return {
        person,
        raise: async () => expect((await home.send('POST', '/api/suspicious-ip', { id: deny })).status).toBe(200),
        async end() {
          await nightIn(40)
          expect(await world.episodes(person, 4)).toMatchObject([{ state: 'open' }])
          await world.closeByHand(person, 4, null)
        },
      }
    },
  },
  {
    kind: 5,
    title: 'has to verify again; sends another phone number; it is verified again',
    severity: 'low',
    evidence: ['kyc_item', 'kyc_item'],
    says: /^INFORMACION v1: nivel 1: se envió de nuevo: /,
    closes: 'INFORMACION v1: lo que cambió se verificó de nuevo.',
    async nearly() {
      const [person, fields] = [await identified(), level1Fields()]
      await world.saveFields(person, 'natural-1', fields)
      await world.verify(person, 2)
      await world.lowerLevel(person, 1)
      return {
        person,
        async raise() {
          await world.saveDocuments(person, 'natural-1')
          await world.saveFields(person, 'natural-1', { ...fields, cellphoneNumber: '310 765 4321' })
        },
        end: () => world.verify(person, 2),
      }
    },
  },
  {
    kind: 6,
    title: 'a company fills in its forms; it names a partner of another one; an officer says that it is justified',
    severity: 'medium',
    evidence: ['account'],
    says: 'REPRESENTANTE v1: Ubaldina Quiceno (documento terminado en 7123) está también en 1 empresa más.',
    ...BY_HAND,
    async nearly() {
      const partner = { name: 'Ubaldina Quiceno', identification: '43.987.123', nationality: 'CO', ownershipPercentage: '100' }
      const fields = companyFields(bogotaDay(world.kyc.platform.clock.now()), { nit: NIT, shareholders: [partner] })
      const [other, company] = [await newCompany(), await newCompany()]
      await world.saveFields(other, 'legal-1', fields)
      return { person: company, raise: () => world.saveFields(company, 'legal-1', { ...fields, legalName: 'Café El Dorado S.A.S.' }) }
    },
  },
  {
    kind: 7,
    typeId: 703,
    title: 'fills in their forms; sends the document number of another person; an officer decides',
    severity: 'high',
    evidence: ['account'],
    says: 'DOCUMENTO REPETIDO v1: otra cuenta envió el mismo número de documento.',
    ...BY_HAND,
    async nearly() {
      const [other, person, identificationNumber] = [await identified(), await identified(), newDocumentNumber()]
      await world.saveFields(other, 'natural-1', level1Fields({ identificationNumber }))
      return { person, raise: () => world.saveFields(person, 'natural-1', level1Fields({ identificationNumber })) }
    },
  },
  {
    kind: 7,
    typeId: 711,
    title: 'the last day of their document; the day after; another document is sent, and accepted',
    severity: 'medium',
    evidence: ['kyc_item'],
    says: /^DOCUMENTO VENCIDO v1: el documento con que se verificó venció el 20\d\d-\d\d-\d\d\.$/,
    closes: 'DOCUMENTO VENCIDO v1: se aceptó otro documento, o una consulta más nueva lo da por vigente.',
    async nearly() {
      const { call, platform } = world.kyc
      const person = await world.customer()
      const expiryDate = bogotaDay(new Date(platform.clock.now().getTime() + 20 * DAY_MS))
      const read = await call(person.id, 'POST', '/kyc/users/drafts/natural-1/evidence', { source: 'pdf417', read: { expiryDate } })
      expect(read.status).toBe(200)
      await world.saveDocuments(person, 'natural-1')
      await world.saveFields(person, 'natural-1', level1Fields())
      await world.verify(person, 2)
      await nightIn(20)
      return {
        person,
        raise: () => nightIn(1),
        async end() {
          await world.renewal(person, 'natural-1')
          await world.saveDocuments(person, 'natural-1')
          await world.saveFields(person, 'natural-1', level1Fields())
          expect(await typed(person, 711)).toMatchObject([{ state: 'open' }])
          await world.acceptWaiting(person)
        },
      }
    },
  },
  {
    kind: 7,
    typeId: 711,
    title: 'the Registraduría has their cédula as current; the next check says otherwise; the one after that has it as current again',
    severity: 'medium',
    evidence: ['background_check'],
    says: 'DOCUMENTO VENCIDO v1: la Registraduría no da su cédula por vigente, según la consulta de antecedentes.',
    closes: 'DOCUMENTO VENCIDO v1: se aceptó otro documento, o una consulta más nueva lo da por vigente.',
    async nearly() {
      const person = await world.verified(1)
      const say = (isDocumentCurrent: boolean) => world.registered(person, { isDocumentCurrent })
      await say(true)
      return { person, raise: () => say(false), end: () => say(true) }
    },
  },
  {
    kind: 7,
    typeId: 712,
    title: 'two customers enter with one browser; a third does; an officer says that it is justified',
    severity: 'medium',
    evidence: ['device'],
    says: 'DISPOSITIVO COMPARTIDO v1: 3 clientes entraron desde el mismo dispositivo en 7 días.',
    ...BY_HAND,
    async nearly() {
      const browser = new Traveller(world.identity.url, IP.bogota)
      const enter = async ({ email }: Customer) => {
        expect((await browser.signIn(email, PASSWORD)).status).toBe(200)
        await world.settle()
      }
      await enter(await world.customer())
      const person = await world.customer()
      await enter(person)
      return {
        person,
        async raise() {
          await enter(await world.customer())
          // Each is evaluated when they sign in, and at night.
          await nightIn(1)
        },
      }
    },
  },
  {
    kind: 7,
    typeId: 713,
    title: 'another browser enters; the link of the mail says that it was not them; only an officer closes it',
    severity: 'medium',
    evidence: ['sign_in'],
    says: 'INGRESO NEGADO v1: la persona negó el ingreso desde 200.21.1.0/24.',
    ...BY_HAND,
    async nearly() {
      const { identity } = world
      const person = await world.customer()
      const home = new Traveller(identity.url, IP.bogota)
      expect((await home.signIn(person.email, PASSWORD)).status).toBe(200)
      await newSignInAt(identity, person.email, IP.bogotaToo)
      const { deny } = await locationLinks(identity, person.email)
      return {
        person,
        raise: async () => expect((await home.send('POST', '/api/suspicious-ip', { id: deny })).status).toBe(200),
        async end() {
          await nightIn(90)
          expect(await typed(person, 713)).toMatchObject([{ state: 'open' }])
          await world.closeByHand(person, 7, 713)
        },
      }
    },
  },
  {
    kind: 7,
    typeId: 706,
    title: 'is asked to renew; ten business days go by; what they send waits; it is accepted',
    severity: 'medium',
    evidence: ['kyc_item'],
    says: /^SIN RESPUESTA v2: no ha enviado la actualización que se le pidió el 20\d\d-\d\d-\d\d: pasaron 10 días hábiles\.$/,
    closes: 'SIN RESPUESTA v2: lo que se pidió se aceptó, o ya no se pide.',
    async nearly() {
      await world.activate('SIN_RESPUESTA')
      const person = await identified()
      await world.saveFields(person, 'natural-1', level1Fields())
      await world.verify(person, 2)
      await world.renewal(person, 'natural-1')
      // Ten business days are two weeks at least.
      await nightIn(13)
      return {
        person,
        raise: () => nightIn(14),
        async end() {
          await world.saveDocuments(person, 'natural-1')
          await world.saveFields(person, 'natural-1', level1Fields())
          expect(await typed(person, 706)).toMatchObject([{ state: 'open' }])
          await world.acceptWaiting(person)
        },
      }
    },
  },
  {
    kind: 7,
    typeId: 714,
    title: 'the RUT of a company is active; the next check says otherwise; an officer decides',
    severity: 'medium',
    evidence: ['background_check'],
    says: 'NIT RUT v1: el RUT no está activo, según la consulta de antecedentes.',
    ...BY_HAND,
    async nearly() {
      const company = await newCompany()
      await world.saveFields(company, 'legal-1', companyFields(bogotaDay(world.kyc.platform.clock.now()), { nit: '899.999.063-3' }))
      await world.registered(company, { isRutActive: true })
      return { person: company, raise: () => world.registered(company, { isRutActive: false }) }
    },
  },
  {
    kind: 8,
    title: 'one mailbox confirms another e-mail; both do; thirty quiet days',
    severity: 'low',
    evidence: ['email_change'],
    says: 'EMAIL v1: correo cambiado, confirmado desde los dos buzones.',
    closes: 'EMAIL v1: 30 días sin otro cambio, y los dos buzones lo confirmaron.',
    async nearly() {
      const person = await world.verified(1)
      const [next, browser] = [`${newId()}@correo.example`, new Traveller(world.identity.url, IP.bogota)]
      expect((await browser.signIn(person.email, PASSWORD)).status).toBe(200)
      expect((await browser.send('POST', '/api/email-change', { email: next, password: PASSWORD })).status).toBe(200)
      const confirm = async (mailbox: string) => {
        const mails = (await world.identity.platform.mail.inbox(1_000)) ?? []
        const text = mails.find(({ to, text: said }) => to === mailbox && said.includes(EMAIL_CHANGE_PATH))?.text ?? ''
        const token = new RegExp(`${EMAIL_CHANGE_PATH}/([\\w-]+)`).exec(text)?.[1]
        expect((await browser.send('POST', '/api/email-change/confirm', { token })).status).toBe(200)
      }
      await world.settle()
      await confirm(person.email)
      return { person, raise: () => confirm(next), end: () => nightIn(31) }
    },
  },
  {
    kind: 9,
    title: 'writes the same address otherwise; sends another one; its proof is accepted',
    severity: 'low',
    evidence: ['kyc_item', 'kyc_item'],
    says: 'DIRECCION v1: la dirección cambió.',
    closes: 'DIRECCION v1: el respaldo de la dirección nueva se aceptó.',
    async nearly() {
      const person = await resident({ homeAddress: 'Carrera 7 # 12-34 apto 501' })
      await world.verify(person, 3)
      await world.lowerLevel(person, 2)
      const send = async (homeAddress: string) => {
        await world.saveFields(person, 'natural-2', level2Fields({ homeAddress }))
        await world.saveDocuments(person, 'natural-2')
      }
      await send('Cra. 7 No. 12 - 34 Apartamento 501')
      await world.declineWaiting(person)
      return { person, raise: () => send('Calle 100 # 15-20 apto 302'), end: () => world.verify(person, 3) }
    },
  },
  {
    kind: 10,
    title: 'one unrelated customer lives behind the same door; two do; an officer says that it is justified',
    severity: 'low',
    evidence: ['account', 'account'],
    says: 'DIRECCION COMPARTIDA v1: la misma dirección que 2 clientes de otros apellidos.',
    ...BY_HAND,
    async nearly() {
      const settled = async (fullName: string) => {
        const one = await resident({ homeAddress: 'Carrera 50 # 1-1 apto 1' }, { fullName })
        await world.verify(one, 3)
        return one
      }
      const person = await settled('Ana Rojas Paz')
      await settled('Luis Gómez Sol')
      await nightIn(1)
      return {
        person,
        async raise() {
          await settled('Eva Ruiz Mora')
          await nightIn(1)
        },
      }
    },
  },
  {
    kind: 11,
    title: 'a first bank account; a second one; a withdrawal to it is paid',
    severity: 'low',
    evidence: ['bank_account'],
    says: 'CUENTA BANCARIA v1: cuenta terminada en 4321 añadida.',
    closes: 'CUENTA BANCARIA v1: un retiro a la cuenta se pagó a nombre del titular.',
    async nearly() {
      const person = await world.payer(2, 100_000n)
      let second = ''
      return {
        person,
        async raise() {
          second = await world.saveAccount(person, '87654321', 'Ahorros')
        },
        async end() {
          const { body } = await world.withdraw(person, 40_000, second)
          await world.ended(person, body, 'COMPLETED')
        },
      }
    },
  },
  {
    kind: 12,
    title: 'a withdrawal is in flight; the bank returns it because the account belongs to another person; the account is taken out',
    severity: 'high',
    evidence: ['movement'],
    says: 'TITULAR v1: el banco devolvió un retiro: la cuenta terminada en 5678 no está a nombre de la persona.',
    closes: 'TITULAR v1: la cuenta se quitó, se cambió o el banco pagó a ella, o dos oficiales decidieron el depósito.',
    async nearly() {
      const person = await world.payer(2, 100_000n)
      const { sandbox, call } = world.payments
      sandbox.controls.apply({ action: 'configure', payoutDelayMs: HOUR_MS })
      const { body } = await world.withdraw(person, 40_000)
      const sent = () => sandbox.controls.store.payouts.all().find(({ reference }) => reference === body.transactionId)
      await world.payments.until(async () => sent() !== undefined)
      return {
        person,
        async raise() {
          const payout = sent()
          sandbox.controls.apply({
            action: 'set-payout-transaction',
            payoutId: payout?.id ?? '',
            transactionId: payout?.transactions[0]?.id ?? '',
            status: 'FAILED',
            failureCode: 'D11',
          })
          sandbox.controls.apply({ action: 'configure', payoutDelayMs: 0 })
          await world.ended(person, body, 'RETURNED')
        },
        end: () => call(person.id, 'DELETE', `/payment/accounts/${person.account}`),
      }
    },
  },
  {
    kind: 13,
    title: '88 % of the limit of the month; 92 %; another month begins',
    severity: 'low',
    evidence: ['movement', 'movement'],
    says: 'LIMITES v1: depósitos del mes $ 12.000.000 de $ 13.000.000 (92 %).',
    closes: expect.stringMatching(/^LIMITES v1: terminó [a-z]+ de 20\d\d\.$/),
    async nearly() {
      await nextMonth()
      const person = await world.payer(1)
      await world.deposit(person, 11.5 * MILLION)
      return { person, raise: () => world.deposit(person, 0.5 * MILLION), end: nextMonth }
    },
  },
  {
    kind: 14,
    title: '120 % of what was declared; a little more; a survey that covers it',
    severity: 'medium',
    evidence: ['movement', 'movement'],
    says: 'DEPOSITOS v1: depósitos del mes $ 12.100.000, 121 % de lo que declaró, $ 10.000.000.',
    closes: expect.stringMatching(/^DEPOSITOS v1: la encuesta se actualizó y cubre lo que movió en [a-z]+ de 20\d\d\.$/),
    async nearly() {
      const person = await world.payer(3)
      await world.survey(person, 0, 1)
      await world.deposit(person, 12 * MILLION)
      return {
        person,
        raise: () => world.deposit(person, 0.1 * MILLION),
        async end() {
          world.advance(HOUR_MS)
          await world.survey(person, 1, 1)
        },
      }
    },
  },
  {
    kind: 15,
    title: 'the limit refuses one withdrawal; a second within a day; an officer decides',
    severity: 'medium',
    evidence: ['refusal', 'refusal'],
    says: 'RETIROS v1: 2 retiros rechazados por el límite en 24 horas.',
    ...BY_HAND,
    async nearly() {
      const person = await world.payer(1, 20_000_000n)
      const tooMuch = async () => expect((await world.withdraw(person, 14 * MILLION)).code).toBe('limits.monthly_exceeded')
      await tooMuch()
      return { person, raise: tooMuch }
    },
  },
  {
    kind: 16,
    title: 'buys 120 % of what they said for a year; more than that; a survey that covers it',
    severity: 'medium',
    evidence: ['trade', 'trade'],
    says: 'VOLUMEN v1: compras y ventas de 12 meses $ 48.400.000, 121 % de lo que declaró, $ 40.000.000.',
    closes: 'VOLUMEN v1: la encuesta se actualizó y cubre lo que compra y vende.',
    async nearly() {
      const person = await world.verified(3)
      await world.survey(person, 3, 0)
      await trade(person, 48 * MILLION)
      return {
        person,
        raise: () => trade(person, 0.4 * MILLION),
        async end() {
          world.advance(HOUR_MS)
          await world.survey(person, 3, 1)
        },
      }
    },
  },
  {
    kind: 17,
    title: '299 million in a month; 300; an officer decides after an enhanced due diligence',
    severity: 'high',
    evidence: ['movement', 'movement'],
    says: 'ALTO VOLUMEN v1: movió $ 300.000.000 en el mes, desde $ 300.000.000.',
    ...BY_HAND,
    async nearly() {
      const person = await world.payer(3)
      await world.deposit(person, 299 * MILLION)
      return {
        person,
        raise: () => world.deposit(person, MILLION),
        async end() {
          await world.diligence(person)
          await world.closeByHand(person, 17, null)
        },
      }
    },
  },
  {
    kind: 18,
    typeId: 801,
    title: 'two deposits a little below ten million; a third within the week; an officer decides',
    severity: 'high',
    evidence: ['movement', 'movement', 'movement'],
    says: /^FRACCIONAMIENTO v1: 3 operaciones en 7 días entre el 80 % y el 100 % de \$ 10\.000\.000, en total \$ 27\.500\.000\.$/,
    ...BY_HAND,
    async nearly() {
      const person = await world.payer(3)
      await world.deposit(person, 9 * MILLION)
      await world.deposit(person, 9 * MILLION)
      world.advance(2 * DAY_MS)
      return { person, raise: () => world.deposit(person, 9.5 * MILLION) }
    },
  },
  {
    kind: 18,
    typeId: 802,
    title: 'a deposit leaves within the day; so does the next; an officer decides',
    severity: 'high',
    evidence: ['movement', 'movement'],
    says: /^ENTRADA Y SALIDA v1: 2 depósitos en 30 días salieron casi enteros en 24 horas/,
    ...BY_HAND,
    async nearly() {
      const person = await world.payer(3)
      const pass = async () => {
        await world.deposit(person, 6 * MILLION)
        expect((await world.withdraw(person, 5.9 * MILLION)).status).toBe(200)
        await world.settle()
      }
      await pass()
      world.advance(3 * DAY_MS)
      return { person, raise: pass }
    },
  },
  {
    kind: 18,
    typeId: 811,
    title: '79 % of the limit in the first week; 80 %; an officer decides',
    severity: 'medium',
    evidence: ['movement', 'movement'],
    says: 'CUENTA NUEVA v1: verificada hace menos de 7 días y ya movió $ 10.400.000, 80 % de su límite.',
    ...BY_HAND,
    async nearly() {
      const customer = await identified()
      await world.saveFields(customer, 'natural-1', level1Fields())
      await world.verify(customer, 2)
      const person = { ...customer, account: await world.saveAccount(customer, '12345678', 'Nómina') }
      await world.deposit(person, 10.3 * MILLION)
      return { person, raise: () => world.deposit(person, 0.1 * MILLION) }
    },
  },
  {
    kind: 18,
    typeId: 810,
    title: 'little after half a year of nothing; ten million in three days; an officer decides',
    severity: 'medium',
    evidence: ['movement', 'movement'],
    says: /^CUENTA DORMIDA v1: 181 días sin movimientos, y \$ 10\.000\.000 en 72 horas\.$/,
    ...BY_HAND,
    async nearly() {
      const person = await world.payer(3)
      world.advance(181 * DAY_MS)
      await world.deposit(person, 9.9 * MILLION)
      return { person, raise: () => world.deposit(person, 0.1 * MILLION) }
    },
  },
  {
    kind: 19,
    title: 'an officer reads on the proof what was declared; another city; a new proof is accepted',
    severity: 'medium',
    evidence: ['kyc_item'],
    says: 'RESPALDO DIRECCION v1: el respaldo de residencia dice otra ciudad.',
    closes: 'RESPALDO DIRECCION v1: el respaldo de la dirección concuerda o se aceptó otro.',
    async nearly() {
      const person = await resident()
      const itemId = (await world.kyc.documents(person.id)).find(({ slot }) => slot === 'proofResidence')?.id
      const { fullName: holderName } = level1Fields()
      const issuedOn = bogotaDay(new Date(world.kyc.platform.clock.now().getTime() - 30 * DAY_MS))
      const read = async (cityID: number) => {
        const reading = { itemId, holderName, address: level2Fields().homeAddress, cityID, issuedOn }
        expect((await world.officer('POST', '/kyc/administrative/users/review/proof-reading', reading)).status).toBe(200)
      }
      await read(1)
      return {
        person,
        raise: () => read(6),
        async end() {
          await world.kyc.decline(newOfficer(), [itemId])
          await world.saveDocuments(person, 'natural-2')
          await world.verify(person, 3)
        },
      }
    },
  },
]

it('has a scenario for every kind', () => {
  expect([...new Set(SCENARIOS.map(({ kind }) => kind))]).toEqual(ALERT_KINDS.map(({ id }) => id))
})

const table = SCENARIOS.map((scenario) => ({ ...scenario, name: nameOfAlert(scenario.kind, 'es') }))

it.each(table)('ADM-13 alert $kind, $name: $title', async ({ kind, typeId = null, severity, evidence, says, closes, nearly }) => {
  const { person, raise, end } = await nearly()
  const own = async () => (await world.episodes(person, kind)).filter(({ alertTypeId }) => alertTypeId === typeId)
  expect(await own()).toEqual([])
  await raise()
  const raised = await own()
  expect(raised).toMatchObject([{ state: 'open', severity, openedBy: 'SISTEMA' }])
  const [opening] = raised[0]?.findings ?? []
  expect(opening?.comment).toEqual(typeof says === 'string' ? says : expect.stringMatching(says))
  expect(kind === 1 ? [...new Set(typesOf(opening))] : typesOf(opening)).toEqual(evidence)
  await (end?.() ?? world.closeByHand(person, kind, typeId))
  const isByRule = closes !== REASON
  const closedBy = isByRule ? 'SISTEMA' : expect.stringContaining('@')
  expect(await own()).toMatchObject([{ state: 'closed', closedBy, closingComment: closes }])
})

/** Type of an alert of the kind Irregularidades. */
const typed = async (person: Customer, typeId: number) =>
  (await world.episodes(person, 7)).filter(({ alertTypeId }) => alertTypeId === typeId)

const typesOf = (finding: { evidence: readonly { type: EvidenceType }[] } | undefined) => finding?.evidence.map(({ type }) => type)

async function nightIn(days: number): Promise<void> {
  world.advance(days * DAY_MS)
  await world.runNight()
}

/** The second day of the next month, so that the steps of a scenario are in one month. */
async function nextMonth(): Promise<void> {
  const now = world.kyc.platform.clock.now()
  const [year = 0, month = 0] = bogotaDay(now).split('-').map(Number)
  world.advance(Date.UTC(year, month, 2, 12) - now.getTime())
  await world.runNight()
}

async function newCompany(): Promise<Customer> {
  const company = await world.customer()
  await world.kyc.call(company.id, 'PUT', '/kyc/users/person-type', { personType: 'legal' })
  expect((await world.kyc.saveDocuments(company.id, 'legal-1', await filesOf('legal-1'))).status).toBe(200)
  return company
}

async function trade(person: Customer, pesos: number): Promise<void> {
  await settleTrade(world, person, pesos)
  const { db, platform } = { db: world.kyc.database.db, platform: world.kyc.platform }
  const event = { accountId: person.id, tradeId: newId(), state: 'settled' } as const
  await inTransaction(db, (tx) => platform.outbox.emit(tx, 'trading.trade_updated', event))
  await world.settle()
}

/** Load the list of the United Nations: sent by one officer, put in force by two. */
async function loadList(...own: readonly (readonly [name: string, document: string])[]): Promise<void> {
  const padding = Array.from({ length: 20 }, (_, at) => [`Relleno${at} Inventado Prueba${at}`, `9000000${at}`] as const)
  const entries = [...padding, ...own].map(
    ([name, document]) => `<INDIVIDUAL><DATAID>${document}</DATAID><FIRST_NAME>${name}</FIRST_NAME>
      <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Cédula</TYPE_OF_DOCUMENT><NUMBER>${document}</NUMBER></INDIVIDUAL_DOCUMENT></INDIVIDUAL>`,
  )
  const body = `<CONSOLIDATED_LIST><INDIVIDUALS>${entries.join('\n')}</INDIVIDUALS></CONSOLIDATED_LIST>`
  const headers = { authorization: `Bearer ${newOfficer()}`, 'content-type': 'application/octet-stream' }
  const lists = '/api/administrative/screening/lists/un'
  const sent = await fetch(`${world.kyc.server.url}${lists}/files`, { method: 'POST', headers, body })
  const { id: fileId }: { id: string } = JSON.parse(await sent.text())
  await world.byTwo(lists, { fileId, reason: REASON })
}
