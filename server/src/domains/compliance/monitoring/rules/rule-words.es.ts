/** Spanish sentences of the findings and closures of the alert rules; the English ones are in rule-words.en.ts. */
import { nameOfAlert } from '@tunjo/contract/alert-names'
import { slotNames } from '@tunjo/contract/slot-names'
import { fieldNames } from '../../../customers/alerts/index.ts'
import { counted, monthName, nameOfMonth, pesos } from '../figures-text.ts'

type Direction = 'deposit' | 'withdrawal'
type AccountChange = 'añadida' | 'editada' | 'eliminada'

const DIRECTIONS: Readonly<Record<Direction, string>> = { deposit: 'depósitos', withdrawal: 'retiros' }
const list = new Intl.ListFormat('es', { type: 'conjunction' })
const days = (count: number): string => counted(count, 'día', 'días')
const hours = (count: number): string => counted(count, 'hora', 'horas')

export const RULE_WORDS_ES = {
  address: {
    changed: (isCompany: boolean): string => `la dirección${isCompany ? ' de la empresa' : ''} cambió`,
    country: (from: string, to: string): string => `, y el país de ${from} a ${to}`,
    accepted: 'el respaldo de la dirección nueva se aceptó',
    same: 'la misma dirección que',
    nearlySame: 'la misma dirección, o casi, que',
    strangers: (count: number): string => `${counted(count, 'cliente', 'clientes')} de otros apellidos`,
    suspects: (count: number): string => `${count} con alertas de Listas o Irregularidades`,
  },
  account: {
    changed: (ending: string, what: AccountChange): string => `cuenta terminada en ${ending} ${what}`,
    many: (count: number, quietDays: number): string => `; ${count} cambios en ${days(quietDays)}`,
    paid: 'un retiro a la cuenta se pagó a nombre del titular',
    quiet: (quietDays: number): string => `${days(quietDays)} sin otro cambio`,
  },
  newAccount: (count: number, moved: string, percent: bigint): string =>
    `verificada hace menos de ${days(count)} y ya movió ${moved}, ${percent} % de su límite`,
  cycle: (value: string, through: number): string =>
    `${value} volvieron por ${counted(through, 'otro cliente', 'otros clientes')}, en ${through + 1} pasos`,
  exceeded: {
    ofMonth: (direction: Direction, total: string, percent: bigint, against: string): string =>
      `${DIRECTIONS[direction]} del mes ${total}, ${percent} % de ${against}`,
    limit: (maximum: string): string => `su límite de ${maximum}`,
    declared: (maximum: string): string => `lo que declaró, ${maximum}`,
    refused: (count: number, within: number): string =>
      `${counted(count, 'retiro rechazado', 'retiros rechazados')} por el límite en ${hours(within)}`,
    covered: (months: readonly string[]): string =>
      `la encuesta se actualizó y cubre lo que movió en ${months.map((month) => nameOfMonth(month, 'es')).join(' y ')}`,
  },
  limit: {
    near: (direction: Direction, used: bigint, maximum: bigint, percent: bigint): string =>
      `${DIRECTIONS[direction]} del mes ${pesos(used)} de ${pesos(maximum)} (${percent} %)`,
    refused: (direction: Direction, maximum: string): string => `${DIRECTIONS[direction]}: operación rechazada por el límite de ${maximum}`,
    ended: (month: Date): string => `terminó ${monthName(month, 'es')}`,
    below: (month: Date, percent: bigint): string =>
      `el uso de ${monthName(month, 'es')} está por debajo del ${percent} % del límite de su nivel`,
  },
  document: {
    expired: (day: string): string => `el documento con que se verificó venció el ${day}`,
    notCurrent: 'la Registraduría no da su cédula por vigente, según la consulta de antecedentes',
    fine: 'se aceptó otro documento, o una consulta más nueva lo da por vigente',
    sameNumber: 'otra cuenta envió el mismo número de documento',
    slots: (slots: string): string => slotNames(slots, 'es'),
    sameFile: (slot: string): string => `otra cuenta envió el mismo archivo (${slot})`,
  },
  dormant: (slept: number, from: string | null, moved: string, within: number): string =>
    `${days(slept)} sin movimientos${from === null ? '' : ` de ${from} o más`}, y ${moved} en ${hours(within)}`,
  email: {
    undone: 'cambio deshecho por el titular desde el correo anterior',
    changed: 'correo cambiado',
    confirmed: 'confirmado desde los dos buzones',
    unconfirmed: 'sin confirmación de los dos buzones',
    together: (within: number): string => `, a menos de ${hours(within)} de otro lugar o de otra cuenta bancaria`,
    own: (quietDays: number): string => `${days(quietDays)} sin otro cambio, y los dos buzones lo confirmaron`,
  },
  highVolume: {
    month: (moved: string, from: string): string => `movió ${moved} en el mes, desde ${from}`,
    year: (traded: string, from: string): string => `compras y ventas de 12 meses ${traded}, desde ${from}`,
    median: (moved: string, own: string, months: number): string =>
      `movió ${moved} en el mes, y ${own} en uno suyo de antes (mediana de ${months} meses)`,
  },
  inAndOut: (count: number, within: number, amount: string, out: string): string =>
    `${counted(count, 'depósito en 30 días salió casi entero', 'depósitos en 30 días salieron casi enteros')} en ${within} horas; el último, ${amount} y salieron ${out}`,
  information: {
    forms: {
      'natural-1': 'nivel 1',
      'natural-2': 'nivel 2',
      'natural-3': 'nivel 3',
      'legal-1': 'nivel 1 (empresa)',
      'legal-2': 'nivel 2 (empresa)',
      'legal-3': 'nivel 3 (empresa)',
    } as Readonly<Record<string, string>>,
    fields: (names: readonly string[]): string => fieldNames(names, 'es'),
    slots: (slots: string): string => slotNames(slots, 'es'),
    sentAgain: (form: string, what: string): string => `${form}: se envió de nuevo: ${what}`,
    survey: (before: string, now: string): string => `encuesta: rangos ${before} antes, ${now} ahora`,
    verified: 'lo que cambió se verificó de nuevo',
  },
  manyPayers: (payers: number, within: number, deposits: number): string =>
    `${counted(payers, 'tercero', 'terceros')} le pagaron en ${days(within)}, ${counted(deposits, 'depósito', 'depósitos')}`,
  newDestinations: (withdrawals: number, destinations: number, within: number): string =>
    `${counted(withdrawals, 'retiro', 'retiros')} a ${counted(destinations, 'destino nuevo', 'destinos nuevos')} en ${days(within)}`,
  nit: {
    checkDigit: 'el dígito de verificación del NIT que envió no corresponde',
    another: 'el NIT que envió no es el que se le había aceptado',
    rutNumber: 'el RUT tiene otro NIT que el que declaró, según la consulta de antecedentes',
    rutState: 'el RUT no está activo, según la consulta de antecedentes',
  },
  novelty: {
    found: (severity: string): string => `la consulta de antecedentes encontró hallazgos de gravedad «${severity}»`,
    waiting: 'envió documentos por revisar',
    closed: 'cada novedad se cerró',
    alert: (kind: number): string => nameOfAlert(kind, 'es') ?? `${kind}`,
    raised: (alert: string): string => `se activó la alerta ${alert}`,
    again: (alert: string): string => `algo nuevo en la alerta ${alert}`,
  },
  office: (day: string, months: number): string =>
    `el cargo que declaró terminó el ${day}, hace ${counted(months, 'mes', 'meses')} o más: se evalúa de nuevo`,
  holder: {
    PSE: 'llegó un pago por PSE que el proveedor registra a nombre de otra persona',
    TRANSFER: 'llegó una transferencia que el banco no confirma a nombre de la persona',
    payout: (ending: string): string => `el banco devolvió un retiro: la cuenta terminada en ${ending} no está a nombre de la persona`,
    settled: 'la cuenta se quitó, se cambió o el banco pagó a ella, o dos oficiales decidieron el depósito',
  },
  places: {
    quiet: (quietDays: number): string => `${days(quietDays)} sin otro ingreso así`,
    confirmed: 'la persona confirmó los ingresos por correo',
    denied: (network: string): string => `la persona negó el ingreso desde ${network}`,
    networks: (count: number, within: number, networks: string): string => `${count} redes en ${within} horas: ${networks}`,
    country: (country: string): string =>
      `ingreso desde ${new Intl.DisplayNames('es', { type: 'region' }).of(country) ?? country}, donde no vive ni había estado`,
    travel: (to: string | null, within: number, from: string | null, km: number): string =>
      `ingreso desde ${to} ${within < 2 ? counted(Math.floor(within * 60), 'minuto', 'minutos') : hours(Math.floor(within))} después de otro desde ${from}, a ${km} km`,
    sharedNetwork: (accounts: number, network: string): string => `${accounts} cuentas entraron desde la red ${network} en 7 días`,
    sharedDevice: (accounts: number): string => `${accounts} cuentas entraron desde el mismo dispositivo en 7 días`,
    device: (accounts: number): string => `${accounts} clientes entraron desde el mismo dispositivo en 7 días`,
  },
  profile: {
    livelihoods: {
      noIncome: 'sin ingresos propios',
      pensioner: 'pensionado',
      employee: 'empleado',
      independent: 'independiente',
      business: 'comercio, empresa o inversión',
    },
    exceeded: (direction: Direction, within: number, moved: string): string => `${DIRECTIONS[direction]} de ${within} días ${moved}`,
    expected: (livelihood: string, expected: string): string => `; de su perfil, ${livelihood}, se esperan hasta ${expected}`,
  },
  proof: {
    differing: { city: 'otra ciudad', address: 'otra dirección', name: 'otro nombre' },
    says: (others: readonly string[]): string => `dice ${list.format(others)}`,
    later: 'tiene una fecha posterior a su envío',
    old: (age: number): string => `tenía ${age} días cuando se envió`,
    found: (values: readonly string[]): string => `el respaldo de residencia ${values.join(' y ')}`,
    agrees: 'el respaldo de la dirección concuerda o se aceptó otro',
  },
  round: (round: number, all: number, within: number): string => `${round} de ${all} operaciones en ${within} días son de montos redondos`,
  partner: {
    companies: (count: number): string => `${counted(count, 'empresa', 'empresas')} más`,
    account: 'una cuenta propia',
    accounts: (count: number): string => counted(count, 'cuenta propia', 'cuentas propias'),
    places: (places: readonly string[]): string => places.join(' y en '),
    byDocument: (name: string, ending: string, where: string): string =>
      `${name} (documento terminado en ${ending}) está también en ${where}`,
    byName: (name: string, where: string): string => `alguien que se llama como ${name}, con otro documento, está en ${where}`,
  },
  structuring: (count: number, within: number, percent: bigint, bound: string, total: string): string =>
    `${count} operaciones en ${within} días entre el ${percent} % y el 100 % de ${bound}, en total ${total}`,
  unanswered: {
    renewal: (day: string, late: number): string =>
      `no ha enviado la actualización que se le pidió el ${day}: pasaron ${counted(late, 'día hábil', 'días hábiles')}`,
    declined: (day: string, late: number): string =>
      `no ha enviado de nuevo lo que se le devolvió el ${day}: pasaron ${counted(late, 'día hábil', 'días hábiles')}`,
    ended: 'lo que se pidió se aceptó, o ya no se pide',
  },
  volume: {
    covered: 'la encuesta se actualizó y cubre lo que compra y vende',
    declared: (traded: string, percent: bigint, declared: string): string =>
      `compras y ventas de 12 meses ${traded}, ${percent} % de lo que declaró, ${declared}`,
    peers: (traded: string, people: number, most: string): string =>
      `compras y ventas del mes ${traded}; de ${counted(people, 'cliente', 'clientes')} de su nivel y rango, el 99 % no pasó de ${most} el mes anterior`,
    openBand: 'declaró un rango sin tope en la encuesta: pide debida diligencia reforzada',
  },
}
export type RuleWords = typeof RULE_WORDS_ES
