/**
 * Catalogue of alert rules (ADM-13) as officers read it: purpose, and numbers with unit, bounds and the value of the first version.
 * Two officers change numbers within the bounds. A bound reflects the facts that the rule can read.
 */
import { PEP_ALERT } from './alert-kinds.ts'
import { keysOf } from './keys.ts'
import type { Locale } from './locales.ts'
import { RENEWAL_BUSINESS_DAYS } from './renewal-reasons.ts'
import { firstNumbers, type NumberValues, type NumberWords, number, type Words } from './versioned-numbers.ts'

export const RULE_MODES = ['active', 'test', 'off'] as const
export type RuleMode = (typeof RULE_MODES)[number]
const MODES: Readonly<Record<RuleMode, Words>> = {
  active: { es: 'Activa', en: 'Active' },
  test: { es: 'En prueba', en: 'In test' },
  off: { es: 'Apagada', en: 'Off' },
}
export const nameOfMode = (mode: RuleMode, locale: Locale): string => MODES[mode][locale]

export interface RuleWords extends NumberWords {
  /** Kind of the alert that the rule raises, and its type. */
  readonly kind: number
  readonly typeId: number | null
  /** Highest severity that the rule reports. */
  readonly severity: 'low' | 'medium' | 'high'
  /** Active when left out. A rule with many false positives starts in test mode, and two officers activate it. */
  readonly firstMode?: RuleMode
  readonly title: Words
  readonly about: Words
}

const MILLION = 1_000_000
const declaredPercent = number('percent', [100, 120, 1_000], {
  es: 'Desde qué parte de lo declarado',
  en: 'From which share of what was declared',
})
const quietDays = number('days', [1, 30, 365], { es: 'Días que cuenta un cambio', en: 'Days that a change counts' })

/** Expected 30-day volume of an occupation, in millions: company policy, about five to ten usual incomes. */
const expectedOf = (millions: number, words: Words) => number('cop', [MILLION, millions * MILLION, 100_000 * MILLION], words)

export const ALERT_RULES = {
  EMAIL: {
    kind: 8,
    typeId: null,
    severity: 'high',
    title: { es: 'Cambio de correo', en: 'Change of e-mail' },
    about: {
      es: 'Una cuenta verificada cambió de correo. Es grave si al mismo tiempo ingresa desde otro lugar o cambia de cuenta bancaria.',
      en: 'A verified account changed its e-mail. High if it also came from another place or changed its bank account.',
    },
    numbers: {
      quietDays,
      togetherHours: number('hours', [1, 72, 720], { es: 'Horas para unirlo con otra alerta', en: 'Hours to join it with another alert' }),
    },
  },
  CUENTA_BANCARIA: {
    kind: 11,
    typeId: null,
    severity: 'medium',
    title: { es: 'Cambio de cuenta bancaria', en: 'Change of bank account' },
    about: {
      es: 'Agregó otra cuenta, cambió el número o el banco de una, o eliminó una que ya había usado.',
      en: 'Another account was added, the number or bank of one changed, or one that was used was deleted.',
    },
    numbers: {
      quietDays,
      manyChanges: number('count', [2, 3, 20], { es: 'Cambios para que sea media', en: 'Changes that make it medium' }),
    },
  },
  TITULAR: {
    kind: 12,
    typeId: null,
    severity: 'high',
    title: { es: 'Cuenta bancaria de otra persona', en: 'Bank account of another person' },
    about: {
      es: 'El banco devolvió un retiro porque la cuenta no está a su nombre, o llegó una transferencia o un pago por PSE que no se confirma a su nombre.',
      en: 'The bank returned a withdrawal because the account is not theirs, or a transfer or a PSE payment came that is not confirmed to be theirs.',
    },
    numbers: {},
  },
  PEP_TERMINADO: {
    kind: PEP_ALERT,
    typeId: null,
    severity: 'medium',
    title: { es: 'Cargo de PEP que terminó', en: 'Office of a PEP that ended' },
    about: {
      es: 'El cargo que declaró terminó hace tiempo: la alerta PEP sigue abierta y dos oficiales evalúan si aún lo es.',
      en: 'The office that was declared ended some time ago: the PEP alert stays open, and two officers look whether it still holds.',
    },
    numbers: { months: number('months', [1, 24, 120], { es: 'Meses desde que terminó', en: 'Months since it ended' }) },
  },
  INFORMACION: {
    kind: 5,
    typeId: null,
    severity: 'low',
    title: { es: 'Información actualizada', en: 'Information updated' },
    about: {
      es: 'Envió de nuevo, y distinto, algo que ya estaba aceptado, o cambió la encuesta.',
      en: 'What had been accepted was sent again and differs, or the survey changed.',
    },
    numbers: {},
  },
  LIMITES: {
    kind: 13,
    typeId: null,
    severity: 'medium',
    title: { es: 'Límite del mes por agotarse', en: 'Limit of the month nearly used' },
    about: {
      es: 'Los depósitos o retiros del mes se acercan al límite de su nivel, o el límite rechazó una operación.',
      en: 'Deposits or withdrawals of the month are near the limit of the level, or it refused an operation.',
    },
    numbers: { nearPercent: number('percent', [50, 90, 100], { es: 'Desde qué parte del límite', en: 'From which share of the limit' }) },
  },
  DEPOSITOS: {
    kind: 14,
    typeId: null,
    severity: 'high',
    title: { es: 'Depósitos por encima de lo declarado o del límite', en: 'Deposits above what was declared, or the limit' },
    about: {
      es: 'Los depósitos del mes superan lo que dijo en la encuesta, o el límite de su nivel.',
      en: 'Deposits of the month are above what the survey says, or the limit of the level.',
    },
    numbers: {
      declaredPercent,
      highPercent: number('percent', [100, 200, 5_000], { es: 'Desde dónde es alta', en: 'From where it is high' }),
    },
    ordered: [['declaredPercent', 'highPercent']],
  },
  RETIROS: {
    kind: 15,
    typeId: null,
    severity: 'medium',
    title: { es: 'Retiros por encima de lo declarado o del límite', en: 'Withdrawals above what was declared, or the limit' },
    about: {
      es: 'Los retiros del mes superan lo que dijo en la encuesta o el límite, o el límite rechazó varios en pocas horas.',
      en: 'Withdrawals of the month are above the survey or the limit, or the limit refused several within hours.',
    },
    numbers: {
      declaredPercent,
      refusals: number('count', [1, 2, 50], { es: 'Retiros rechazados', en: 'Withdrawals refused' }),
      refusalHours: number('hours', [1, 24, 168], { es: 'En cuántas horas', en: 'Within how many hours' }),
    },
  },
  VOLUMEN: {
    kind: 16,
    typeId: null,
    severity: 'medium',
    title: { es: 'Volumen por encima de lo declarado', en: 'Volume above what was declared' },
    about: {
      es: 'Lo que compró y vendió en doce meses supera lo que dijo que movería en un año, o en un mes lo de casi todos sus pares; o declaró un rango sin tope.',
      en: 'What was bought and sold in twelve months is above what the survey says for a year, or in a month above nearly all peers; or an open band was declared.',
    },
    numbers: {
      declaredPercent,
      peers: number('count', [10, 30, 10_000], { es: 'Pares que se necesitan para comparar', en: 'Peers that it takes to compare' }),
    },
  },
  DIRECCION: {
    kind: 9,
    typeId: null,
    severity: 'medium',
    title: { es: 'Cambio de dirección', en: 'Change of address' },
    about: {
      es: 'Envió otra dirección, de residencia o de la empresa, cuando ya tenía una aceptada. Es media si cambia de país; se cierra con el respaldo aceptado.',
      en: 'Another address, of residence or of the company, was sent after one had been accepted. Medium if the country is another; over when its proof is accepted.',
    },
    numbers: {},
  },
  RESPALDO_DIRECCION: {
    kind: 19,
    typeId: null,
    severity: 'medium',
    title: { es: 'Respaldo que no concuerda', en: 'Proof that does not match' },
    about: {
      es: 'El respaldo de residencia dice otra ciudad, otra dirección u otro nombre que lo declarado, o era muy viejo cuando se envió.',
      en: 'The proof of residence says another city, address or name than was declared, or was too old when it was sent.',
    },
    numbers: {
      addressPercent: number('percent', [50, 80, 100], { es: 'Parecido mínimo de la dirección', en: 'Least likeness of the address' }),
      namePercent: number('percent', [50, 85, 100], { es: 'Parecido mínimo del nombre', en: 'Least likeness of the name' }),
      ageDays: number('days', [30, 90, 365], { es: 'Días que vale un respaldo', en: 'Days that a proof is good for' }),
    },
  },
  DIRECCION_COMPARTIDA: {
    kind: 10,
    typeId: null,
    severity: 'medium',
    title: { es: 'Dirección compartida', en: 'Shared address' },
    about: {
      es: 'Vive en la misma dirección que clientes de otros apellidos, o que alguien con alertas de Listas o Irregularidades.',
      en: 'Lives at the same address as customers with other surnames, or as a person with alerts of lists or irregularities.',
    },
    numbers: {
      strangers: number('count', [1, 2, 50], { es: 'Clientes de otros apellidos', en: 'Customers with other surnames' }),
      strangersOfBuilding: number('count', [2, 5, 200], {
        es: 'Los mismos, sin número de apartamento',
        en: 'The same, without a number of the apartment',
      }),
      likePercent: number('percent', [90, 95, 100], { es: 'Parecido mínimo de la dirección', en: 'Least likeness of the address' }),
    },
    ordered: [['strangers', 'strangersOfBuilding']],
  },
  DOCUMENTO_REPETIDO: {
    kind: 7,
    typeId: 703,
    severity: 'high',
    title: { es: 'Documento repetido', en: 'Repeated document' },
    about: {
      es: 'Otra cuenta envió el mismo número de documento o el mismo archivo.',
      en: 'Another account sent the same document number or the same file.',
    },
    numbers: {},
  },
  DOCUMENTO_VENCIDO: {
    kind: 7,
    typeId: 711,
    severity: 'medium',
    title: { es: 'Documento vencido o no vigente', en: 'Document expired or not current' },
    about: {
      es: 'El documento con que se verificó venció, o la última consulta de antecedentes dice que no está vigente en la Registraduría. Se cierra con otro aceptado, o con una consulta que lo dice vigente.',
      en: 'The document of their verification ran out, or the newest background check says that the Registraduría does not hold it current. Over when another is accepted, or a check says that it is current.',
    },
    numbers: {},
  },
  DISPOSITIVO_COMPARTIDO: {
    kind: 7,
    typeId: 712,
    severity: 'high',
    title: { es: 'Dispositivo compartido', en: 'Shared device' },
    about: {
      es: 'En 7 días entraron varios clientes desde el mismo navegador.',
      en: 'Several customers entered from the same browser within 7 days.',
    },
    numbers: {
      accounts: number('count', [2, 3, 50], { es: 'Clientes en el mismo dispositivo', en: 'Customers on the same device' }),
      manyAccounts: number('count', [3, 10, 100], { es: 'Clientes para que sea alta', en: 'Customers that make it high' }),
    },
    ordered: [['accounts', 'manyAccounts']],
  },
  INGRESO_NEGADO: {
    kind: 7,
    typeId: 713,
    severity: 'medium',
    title: { es: 'Ingreso que la persona negó', en: 'Sign-in that the person denied' },
    about: {
      es: 'La persona dijo que un ingreso a su cuenta no fue suyo.',
      en: 'The person said that a sign-in to their account was not theirs.',
    },
    numbers: { days: number('days', [1, 30, 60], { es: 'Días que cuenta un ingreso', en: 'Days that a sign-in counts' }) },
  },
  SIN_RESPUESTA: {
    kind: 7,
    typeId: 706,
    severity: 'medium',
    firstMode: 'test',
    title: { es: 'No responde a lo que se pidió', en: 'No answer to what was asked for' },
    about: {
      es: 'Pasaron los días hábiles sin que enviara la actualización que se le pidió, o de nuevo lo que se le devolvió. Se cierra cuando se acepta.',
      en: 'The business days went by without the renewal that was asked for, or without sending again what was declined. Over when it is accepted.',
    },
    numbers: {
      businessDays: number('days', [RENEWAL_BUSINESS_DAYS, RENEWAL_BUSINESS_DAYS, 90], {
        es: 'Días hábiles para responder',
        en: 'Business days to answer',
      }),
    },
  },
  NIT_RUT: {
    kind: 7,
    typeId: 714,
    severity: 'medium',
    title: { es: 'NIT o RUT inconsistente', en: 'Inconsistent NIT or RUT' },
    about: {
      es: 'El dígito de verificación del NIT no corresponde, la empresa envió otro NIT que el aceptado, o la consulta de antecedentes encontró otro NIT en el RUT o un RUT que no está activo.',
      en: 'The check digit of the NIT does not fit, the company sent another NIT than was accepted, or the background check found another NIT in the RUT or a RUT that is not active.',
    },
    numbers: {},
  },
  REPRESENTANTE: {
    kind: 6,
    typeId: null,
    severity: 'high',
    title: { es: 'Socio o representante en otra cuenta', en: 'Partner or representative in another account' },
    about: {
      es: 'Un socio de la empresa, por su documento o por un nombre poco común, está también en otra empresa o tiene cuenta propia.',
      en: 'A partner of the company, by document or by a name that few have, is in another company too or has an account of their own.',
    },
    numbers: {
      manyCompanies: number('count', [2, 3, 20], { es: 'Empresas para que sea alta', en: 'Companies that make it high' }),
      namePercent: number('percent', [80, 92, 100], { es: 'Parecido mínimo del nombre', en: 'Least likeness of the name' }),
    },
  },
  INGRESOS: {
    kind: 4,
    typeId: null,
    severity: 'high',
    title: { es: 'Ingresos desde lugares distintos', en: 'Sign-ins from different places' },
    about: {
      es: 'Muchas redes en un día, un país nuevo, dos lugares entre los que nadie viaja tan rápido, un ingreso que la persona negó, o una red o dispositivo que comparten varios clientes.',
      en: 'Many networks in a day, a new country, two places that are too far apart to travel between in that time, a sign-in that was denied, or a network or device that customers share.',
    },
    numbers: {
      networks: number('count', [2, 3, 50], { es: 'Redes en 24 horas', en: 'Networks in 24 hours' }),
      quietDays: number('days', [1, 30, 60], { es: 'Días que cuenta un ingreso', en: 'Days that a sign-in counts' }),
      speedKmh: number('kmh', [300, 900, 5_000], { es: 'Velocidad que nadie alcanza', en: 'Impossible travel speed' }),
      toleranceKm: number('km', [0, 100, 1_000], {
        es: 'Lo que la ubicación de una red puede errar',
        en: 'By how much the place of a network may be wrong',
      }),
      sharedAccounts: number('count', [2, 3, 50], {
        es: 'Clientes que comparten red o dispositivo',
        en: 'Customers that share a network or device',
      }),
      sharedByMany: number('count', [3, 20, 100], {
        es: 'Desde cuántos es una oficina o un operador',
        en: 'From how many it is an office or a carrier',
      }),
    },
    ordered: [['sharedAccounts', 'sharedByMany']],
  },
  NOVEDADES: {
    kind: 1,
    typeId: null,
    severity: 'low',
    title: { es: 'Novedad por revisar', en: 'News to look at' },
    about: {
      es: 'Se activó otra alerta, o envió documentos que nadie ha revisado.',
      en: 'Another alert opened, or documents came that no officer has reviewed.',
    },
    numbers: {},
  },
  FRACCIONAMIENTO: {
    kind: 18,
    typeId: 801,
    severity: 'high',
    title: { es: 'Fraccionamiento', en: 'Structuring' },
    about: {
      es: 'Varias operaciones en 7 días, cada una un poco por debajo de su límite o del monto que se vigila.',
      en: 'Several operations in 7 days, each a little below the limit or below the amount that is looked at.',
    },
    numbers: {
      operations: number('count', [2, 3, 100], { es: 'Operaciones', en: 'Operations' }),
      fromPercent: number('percent', [50, 80, 99], { es: 'Desde qué parte del monto', en: 'From which share of the amount' }),
      threshold: number('cop', [MILLION, 10 * MILLION, 1_000 * MILLION], { es: 'Monto que se vigila', en: 'Amount that is looked at' }),
    },
  },
  ENTRADA_Y_SALIDA: {
    kind: 18,
    typeId: 802,
    severity: 'high',
    title: { es: 'Entrada y salida', en: 'In and out' },
    about: {
      es: 'Depósitos grandes que salen casi enteros en 24 horas, más de una vez en 30 días.',
      en: 'Great deposits nearly all of which leave within 24 hours, more than once in 30 days.',
    },
    numbers: {
      from: number('cop', [100_000, 5 * MILLION, 1_000 * MILLION], { es: 'Depósito desde', en: 'Deposit from' }),
      outPercent: number('percent', [50, 90, 100], { es: 'Parte que sale', en: 'Share that leaves' }),
      times: number('count', [1, 2, 20], { es: 'Veces en 30 días', en: 'Times in 30 days' }),
    },
  },
  CUENTA_DORMIDA: {
    kind: 18,
    typeId: 810,
    severity: 'medium',
    title: { es: 'Cuenta dormida que despierta', en: 'Dormant account that wakes' },
    about: {
      es: 'Mucho tiempo sin movimientos ni intercambios que cuenten, y de pronto una suma grande en pocas horas.',
      en: 'A long time without movements or trades that matter, then a great sum within hours.',
    },
    numbers: {
      quietDays: number('days', [30, 180, 1_095], { es: 'Días sin movimientos', en: 'Days without movements' }),
      hours: number('hours', [1, 72, 720], { es: 'Horas en que despierta', en: 'Hours in which it wakes' }),
      from: number('cop', [100_000, 10 * MILLION, 1_000 * MILLION], { es: 'Suma desde', en: 'Sum from' }),
      minorPercent: number('percent', [0, 1, 50], {
        es: 'Parte de la suma por debajo de la cual un movimiento no cuenta',
        en: 'Share of the sum below which a movement does not count',
      }),
      wakeDays: number('days', [1, 30, 90], {
        es: 'Días desde que despertó en que la suma aún cuenta',
        en: 'Days since it woke in which the sum still counts',
      }),
    },
  },
  CUENTA_NUEVA: {
    kind: 18,
    typeId: 811,
    severity: 'medium',
    title: { es: 'Cuenta nueva que usa su límite', en: 'New account that uses its limit' },
    about: {
      es: 'A pocos días de verificarse ya movió casi todo su límite del mes.',
      en: 'Within days of the first verification most of the limit of the month is used.',
    },
    numbers: {
      days: number('days', [1, 7, 30], { es: 'Días desde que se verificó', en: 'Days since it was verified' }),
      usedPercent: number('percent', [10, 80, 100], { es: 'Parte del límite', en: 'Share of the limit' }),
    },
  },
  VARIOS_PAGADORES: {
    kind: 18,
    typeId: 812,
    severity: 'medium',
    firstMode: 'test',
    title: { es: 'Pagos de varios terceros', en: 'Payments of several others' },
    about: {
      es: 'Varias personas distintas le pagaron en pocos días: transferencias y pagos por PSE que no se confirman a su nombre, tokens de direcciones que no guarda, u otros clientes.',
      en: 'Several other people paid within days: transfers and PSE payments that are not confirmed to be theirs, tokens of addresses that they do not keep, or other customers.',
    },
    numbers: {
      payers: number('count', [2, 5, 100], { es: 'Terceros que pagan', en: 'Others who pay' }),
      days: number('days', [1, 7, 30], { es: 'En cuántos días', en: 'Within how many days' }),
    },
  },
  DESTINOS_NUEVOS: {
    kind: 18,
    typeId: 813,
    severity: 'medium',
    title: { es: 'Envíos a muchos destinos nuevos', en: 'Payouts to many new destinations' },
    about: {
      es: 'En pocos días retiró por primera vez a varias cuentas bancarias o direcciones.',
      en: 'Within days several bank accounts or addresses were paid for the first time.',
    },
    numbers: {
      destinations: number('count', [2, 5, 100], { es: 'Destinos nuevos', en: 'New destinations' }),
      days: number('days', [1, 7, 30], { es: 'En cuántos días', en: 'Within how many days' }),
    },
  },
  MONTOS_REDONDOS: {
    kind: 18,
    typeId: 816,
    severity: 'medium',
    firstMode: 'test',
    title: { es: 'Montos redondos repetidos', en: 'Repeated round amounts' },
    about: {
      es: 'En 30 días, casi todos sus depósitos y retiros son de montos redondos, en pesos o en dólares digitales.',
      en: 'Nearly all deposits and withdrawals of 30 days are of round amounts, in pesos or in digital dollars.',
    },
    numbers: {
      operations: number('count', [5, 10, 500], { es: 'Operaciones desde', en: 'Operations from' }),
      roundPercent: number('percent', [30, 70, 100], { es: 'Parte que es redonda', en: 'Share that is round' }),
      roundPesos: number('cop', [100_000, MILLION, 100 * MILLION], {
        es: 'En pesos, redondo es múltiplo de',
        en: 'Round in pesos is a multiple of',
      }),
      roundDollars: number('count', [10, 500, 100_000], { es: 'En USDT, redondo es múltiplo de', en: 'Round in USDT is a multiple of' }),
    },
  },
  PERFIL: {
    kind: 18,
    typeId: 800,
    severity: 'medium',
    firstMode: 'test',
    title: { es: 'Operación no acorde con el perfil', en: 'Not in line with the profile' },
    about: {
      es: 'En 30 días depositó o retiró más de lo que se espera de su ocupación o actividad económica.',
      en: 'In 30 days more was deposited or withdrawn than is expected of the occupation or economic activity.',
    },
    numbers: {
      noIncome: expectedOf(5, {
        es: 'Estudiante, hogar, desempleado o sin actividad económica, hasta',
        en: 'Student, household, unemployed or without activity, up to',
      }),
      pensioner: expectedOf(15, { es: 'Pensionado, hasta', en: 'Pensioner, up to' }),
      employee: expectedOf(25, { es: 'Empleado, técnico o fuerza pública, hasta', en: 'Employee, technician, army or police, up to' }),
      independent: expectedOf(60, {
        es: 'Independiente, campo, transporte u otro, hasta',
        en: 'Independent, farming, transport or other, up to',
      }),
      business: expectedOf(200, {
        es: 'Comerciante, empresario, directivo, rentista o inversionista, hasta',
        en: 'Trade, business, management or investment, up to',
      }),
    },
    ordered: [
      ['noIncome', 'pensioner'],
      ['noIncome', 'employee'],
    ],
  },
  CICLO: {
    kind: 18,
    typeId: 814,
    severity: 'high',
    firstMode: 'test',
    title: { es: 'Fondos que vuelven (ciclo)', en: 'Funds that come back (cycle)' },
    about: {
      es: 'Lo que envió volvió por otros clientes, casi por el mismo valor: entre clientes, o por una dirección o cuenta bancaria que comparten.',
      en: 'What was sent came back over other customers, of nearly the same value: among customers, or over an address or bank account that they share.',
    },
    numbers: {
      hops: number('count', [2, 5, 5], { es: 'Pasos, hasta', en: 'Hops, up to' }),
      days: number('days', [1, 30, 60], { es: 'En cuántos días', en: 'Within how many days' }),
      tolerancePercent: number('percent', [1, 10, 20], { es: 'Diferencia de valor, hasta', en: 'Difference of value, up to' }),
      from: number('cop', [10_000, 500_000, 1_000 * MILLION], { es: 'Valor desde', en: 'Value from' }),
    },
  },
  ALTO_VOLUMEN: {
    kind: 17,
    typeId: null,
    severity: 'high',
    title: { es: 'Alto riesgo por volumen', en: 'High risk by volume' },
    about: {
      es: 'Un mes o un año de sumas muy grandes, o un mes muy por encima de los suyos.',
      en: 'A month or a year of great sums, or a month far above their own.',
    },
    numbers: {
      month: number('cop', [MILLION, 300 * MILLION, 100_000 * MILLION], { es: 'Suma del mes desde', en: 'Sum of the month from' }),
      year: number('cop', [MILLION, 1_000 * MILLION, 1_000_000 * MILLION], {
        es: 'Compras y ventas de 12 meses desde',
        en: 'Bought and sold in 12 months from',
      }),
      timesMedian: number('times', [2, 10, 1_000], { es: 'Veces lo suyo de un mes', en: 'Times their own month' }),
      medianFrom: number('cop', [MILLION, 40 * MILLION, 100_000 * MILLION], { es: 'Y al menos', en: 'And at least' }),
      medianMonths: number('months', [1, 3, 6], { es: 'Meses con movimiento que se necesitan', en: 'Months with movement that it needs' }),
    },
  },
} as const satisfies Record<string, RuleWords>

export type RuleName = keyof typeof ALERT_RULES
export const RULE_NAMES = keysOf(ALERT_RULES)
export const isRuleName = (name: string): name is RuleName => Object.hasOwn(ALERT_RULES, name)

export const wordsOfRule = (name: RuleName): RuleWords => ALERT_RULES[name]
export const firstValues = (name: RuleName): NumberValues => firstNumbers(wordsOfRule(name))
