/** Months of the demo, in the order of time: what its customers earn, hold, buy and withdraw, what fails, and the work of officers. */
import type { DiligenceContent } from '@tunjo/contract/due-diligence'
import type { Modules } from '../../../server/src/composition/modules.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../people.ts'
import { sendCompanyLevel1, sendNaturalLevel1 } from './applicant.ts'
import { type DemoDataRequest, dataRequestDesk, filed } from './data-requests.ts'
import { EXPOSED, SANCTIONS } from './lists.ts'
import { type Customer, customerAt } from './movements.ts'
import { type NewAlert, officerAt } from './officer.ts'
import { accountIdOf, type HistoryPerson, join, PEOPLE } from './people.ts'
import { certified } from './tax-residence.ts'
import type { Moment, Site, Step } from './types.ts'

const [CUSTOMER, , OFFICER, SECOND_OFFICER] = DEMO_PEOPLE
const PAYROLL = 'Nómina'
/** Rejected by the sandbox bank: the money is returned. */
const CLOSED = 'Cuenta cerrada'
const SAVINGS = 'Ahorros'

export function monthsOf(site: Site, modules: Pick<Modules, 'identity' | 'kyc' | 'payments'>): Moment[] {
  const ana = stepsOf(customerAt(site, CUSTOMER))
  const of = ({ email }: HistoryPerson) => stepsOf(customerAt(site, { email, password: DEMO_PASSWORD }))
  const [carlos, juliana, andres] = [of(PEOPLE.carlos), of(PEOPLE.juliana), of(PEOPLE.andres)]
  const joins = (...people: HistoryPerson[]) => people.map((who) => ({ name: `llega-${who.email}`, run: () => join(modules, who) }))
  const desk = deskOf(site)
  const [data, asks] = [dataRequestDesk(site, OFFICER), (request: DemoDataRequest) => filed(site, request)]
  return [
    { at: { daysAgo: 104, time: '08:12' }, steps: [ana.deposit('quincena-1', 2_400_000), ...joins(PEOPLE.carlos)] },
    { at: { daysAgo: 103, time: '19:40' }, steps: [ana.swap('compra-1', { sell: 'COPT', buy: 'USDT', amount: '900000' }), desk.lists] },
    { at: { daysAgo: 89, time: '08:05' }, steps: [ana.deposit('quincena-2', 2_400_000), carlos.deposit('carlos-1', 1_300_000)] },
    { at: { daysAgo: 84, time: '12:31' }, steps: [ana.withdraw('retiro-1', 1_150_000, PAYROLL)] },
    { at: { daysAgo: 74, time: '08:20' }, steps: [ana.deposit('quincena-3', 2_650_000), ...joins(PEOPLE.juliana)] },
    { at: { daysAgo: 73, time: '20:02' }, steps: [ana.swap('compra-2', { sell: 'COPT', buy: 'BTC', amount: '1500000' })] },
    { at: { daysAgo: 59, time: '08:09' }, steps: [ana.deposit('quincena-4', 2_650_000), ...joins(PEOPLE.andres)] },
    { at: { daysAgo: 52, time: '17:26' }, steps: [ana.withdraw('retiro-rechazado', 480_000, CLOSED)] },
    { at: { daysAgo: 52, time: '18:03' }, steps: [ana.withdraw('retiro-2', 480_000, PAYROLL)] },
    { at: { daysAgo: 44, time: '08:15' }, steps: [ana.deposit('quincena-5', 2_650_000), andres.deposit('andres-1', 3_200_000)] },
    { at: { daysAgo: 36, time: '10:48' }, steps: [ana.receive('tokens-1', 'USDT', '180'), ...joins(PEOPLE.camila, PEOPLE.lucia)] },
    { at: { daysAgo: 29, time: '08:11' }, steps: [ana.deposit('quincena-6', 2_650_000)] },
    { at: { daysAgo: 27, time: '21:15' }, steps: [ana.swap('compra-3', { sell: 'COPT', buy: 'BTC', amount: '2000000' })] },
    { at: { daysAgo: 15, time: '08:02' }, steps: [ana.deposit('quincena-no-pagada', 2_650_000, 'DECLINED'), ...joins(PEOPLE.sofia)] },
    { at: { daysAgo: 15, time: '08:19' }, steps: [ana.deposit('quincena-7', 2_650_000), desk.documents(PEOPLE.sofia)] },
    {
      at: { daysAgo: 14, time: '20:31' },
      steps: [ana.swap('venta-1', { sell: 'USDT', buy: 'COPT', amount: '150' }), desk.declined, asks(ASKED.sofia)],
    },
    {
      at: { daysAgo: 9, time: '12:44' },
      steps: [ana.withdraw('retiro-3', 1_200_000, PAYROLL), data.answered(ASKED.sofia, ANSWER), ...joins(PEOPLE.hernan, PEOPLE.cafetal)],
    },
    {
      at: { daysAgo: 5, time: '10:20' },
      steps: [juliana.deposit('juliana-1', 40_000_000), desk.pep, asks(ASKED.hernan), asks(ASKED.camila)],
    },
    { at: { daysAgo: 2, time: '16:37' }, steps: [ana.deposit('regalo', 750_000), desk.company, ...joins(PEOPLE.valentina, PEOPLE.mateo)] },
    { at: { daysAgo: 2, time: '16:52' }, steps: certifiedIn(site) },
    { at: { daysAgo: 2, time: '17:10' }, steps: [data.completionAsked(ASKED.hernan, MISSING)] },
    {
      at: { daysAgo: 1, time: '09:55' },
      steps: [carlos.deposit('carlos-2', 2_100_000), desk.documents(PEOPLE.valentina), data.taken(ASKED.camila), asks(ASKED.lucia)],
    },
    {
      at: null,
      steps: [ana.deposit('en-camino', 2_650_000, 'PENDING'), andres.deposit('andres-2', 9_000_000), desk.documents(PEOPLE.mateo)],
    },
    {
      at: null,
      steps: [andres.ask('andres-3', 8_900_000, SAVINGS), juliana.ask('juliana-2', 40_000_000, SAVINGS)],
    },
    // Last: an alert that an officer opens blocks money within a moment.
    { at: null, steps: [desk.alerts, desk.rest] },
  ]
}

/** Most have certified their tax residence; Lucía and Camila have not. */
const certifiedIn = (site: Site): Step[] => [
  ...[CUSTOMER, PEOPLE.carlos, PEOPLE.juliana].map((who) => certified(site, who)),
  certified(site, PEOPLE.andres, { country: 'US', tin: '987-65-4329', noTinReason: null }),
]

const ASKED = {
  sofia: { who: PEOPLE.sofia, kind: 'query', text: 'Quiero saber qué datos míos tienen, para qué los usan y con quién los comparten.' },
  hernan: { who: PEOPLE.hernan, kind: 'update', text: 'Cambié de trabajo y de ciudad. Por favor actualicen mis datos.' },
  camila: { who: PEOPLE.camila, kind: 'correction', text: 'Mi segundo apellido es Quiroga, con «g». En el extracto aparece mal escrito.' },
  lucia: { who: PEOPLE.lucia, kind: 'query', text: 'No puedo mover mi dinero. ¿Qué saben de mí y por qué no me dejan?' },
} as const satisfies Record<string, DemoDataRequest>
const ANSWER =
  'Tenemos tu nombre, tu correo, tu teléfono y las fotos de tu documento, para verificar quién eres. No los compartimos con nadie. Puedes descargar una copia en Configuración, Tus datos.'
const MISSING = 'Dinos a qué ciudad te mudaste y desde cuándo, y adjunta un recibo con la nueva dirección.'

const ALERTS: readonly (Omit<NewAlert, 'userId'> & { who: HistoryPerson })[] = [
  { who: PEOPLE.andres, alertId: 18, alertTypeId: 802, message: 'Entra y sale casi lo mismo en el día; se le pidió explicar el origen.' },
  { who: PEOPLE.andres, alertId: 4, message: 'Ingresos desde Cali y desde Miami con una hora de diferencia.' },
  { who: PEOPLE.andres, alertId: 15, message: 'Los retiros de la semana superan lo que declaró en la encuesta.' },
  { who: PEOPLE.carlos, alertId: 11, message: 'Cambió dos veces de cuenta bancaria este mes.' },
  { who: PEOPLE.carlos, alertId: 7, alertTypeId: 704, message: 'La dirección del recibo no es la del formulario.' },
]

/** Due diligence of Hernán in progress: the checks and the conclusion are not written yet. */
const EXPOSED_PERSON: DiligenceContent = {
  cause: 'pep_own',
  office: 'Director de planeación',
  entity: 'Gobernación inventada',
  officeUntil: null,
  fundsOrigin: 'Salario de la gobernación desde enero de 2024, según los desprendibles que envió.',
  wealthOrigin: 'Un apartamento heredado en 2016 y el ahorro de doce años de salario como urbanista.',
  monthlyCop: '6000000',
  files: [],
  reviews: [],
  conclusion: null,
  reasons: '',
  nextReviewOn: null,
}

/** Officers work sequentially: each mailed code is for the last action they asked for. */
function deskOf(site: Site) {
  const [officer, second] = [officerAt(site, OFFICER), officerAt(site, SECOND_OFFICER)]
  const step = (name: string, run: () => Promise<void>): Step => ({ name, run })
  return {
    documents: (who: HistoryPerson) => step(`papeles-${who.email}`, () => sendNaturalLevel1(site, who)),
    pep: step('papeles-pep', () =>
      sendNaturalLevel1(site, PEOPLE.hernan, { position: 'Director de planeación', entity: 'Gobernación inventada', since: '2024-01-01' }),
    ),
    company: step('papeles-empresa', () => sendCompanyLevel1(site, PEOPLE.cafetal)),
    lists: step('listas', async () => {
      await officer.proposeList('un', SANCTIONS, 'Lista inventada, para la demostración.')
      await officer.proposeList('pep', EXPOSED, 'Lista inventada, para la demostración.')
      await second.agreeToLists()
    }),
    declined: step('papeles-declinados', () =>
      officer.declineDocuments(accountIdOf(PEOPLE.sofia), 'La foto del documento no se lee bien. Tómala de nuevo con más luz.'),
    ),
    alerts: step('alertas', async () => {
      for (const { who, ...alert } of ALERTS) await officer.openAlert({ userId: accountIdOf(who), ...alert })
    }),
    rest: step('por-aprobar', async () => {
      await officer.discardHit(accountIdOf(PEOPLE.camila), 'Homónima: la funcionaria nació en 1961 y es de otro municipio.')
      await officer.beginDiligence(accountIdOf(PEOPLE.hernan), EXPOSED_PERSON)
      await officer.setRisk(accountIdOf(PEOPLE.carlos), 'medium', 'Cambios de cuenta sin explicación todavía.')
      await officer.setRisk(accountIdOf(PEOPLE.carlos), 'low', 'Envió los certificados de las dos cuentas; todo coincide.')
    }),
  }
}

/** The same name marks the step and is its idempotency key. */
function stepsOf(customer: Customer) {
  const step =
    <Rest extends unknown[]>(act: (name: string, ...rest: Rest) => Promise<void>) =>
    (name: string, ...rest: Rest): Step => ({ name, run: () => act(name, ...rest) })
  return {
    deposit: step(customer.deposit),
    withdraw: step(customer.withdraw),
    ask: step(customer.askToWithdraw),
    swap: step(customer.swap),
    receive: step((_name, asset: 'USDT' | 'BTC', amount: string) => customer.receive(asset, amount)),
  }
}
