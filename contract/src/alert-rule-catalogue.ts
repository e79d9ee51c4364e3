/**
 * Rules that raise alerts (ADM-13), in the words of officers: what each looks for, and its numbers with unit, bounds and the value of the
 * first version. Two officers change numbers within the bounds; a bound stands where the facts that a rule reads end.
 */
import { copFigure, group } from './amount-text.ts'
import { keysOf } from './keys.ts'
import type { Locale } from './locales.ts'

type Words = Readonly<Record<Locale, string>>

export const RULE_MODES = ['active', 'test', 'off'] as const
export type RuleMode = (typeof RULE_MODES)[number]
const MODES: Readonly<Record<RuleMode, Words>> = {
  active: { es: 'Activa', en: 'Active' },
  test: { es: 'En prueba', en: 'In test' },
  off: { es: 'Apagada', en: 'Off' },
}
export const nameOfMode = (mode: RuleMode, locale: Locale): string => MODES[mode][locale]

export const RULE_UNITS = ['cop', 'percent', 'times', 'count', 'days', 'hours', 'months'] as const
export type RuleUnit = (typeof RULE_UNITS)[number]
/** Whole, in its unit; `cop` in whole pesos. */
export interface RuleNumber extends Words {
  readonly unit: RuleUnit
  readonly minimum: number
  readonly maximum: number
  readonly first: number
}
export interface RuleWords {
  /** Of the alert that it raises, and its type. */
  readonly kind: number
  readonly typeId: number | null
  readonly severity: 'low' | 'medium' | 'high'
  readonly title: Words
  readonly about: Words
  readonly numbers: Readonly<Record<string, RuleNumber>>
  /** Pairs of numbers, the first never above the second. */
  readonly ordered?: readonly (readonly [string, string])[]
}

const MILLION = 1_000_000
const number = <const U extends RuleUnit>(unit: U, [minimum, first, maximum]: readonly [number, number, number], words: Words) => ({
  unit, minimum, first, maximum, ...words,
}) // biome-ignore format: one line
const declaredPercent = number('percent', [100, 120, 1_000], {
  es: 'Desde qué parte de lo declarado',
  en: 'From which share of what was declared',
})
const quietDays = number('days', [1, 30, 365], { es: 'Días que cuenta un cambio', en: 'Days that a change counts' })

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
    title: { es: 'Cuenta bancaria de otra persona', en: 'Bank account of somebody else' },
    about: {
      es: 'El banco devolvió un retiro porque la cuenta no está a su nombre, o llegó una transferencia que el banco no confirma a su nombre.',
      en: 'The bank returned a withdrawal because the account is not theirs, or a transfer came that the bank does not confirm to be theirs.',
    },
    numbers: {},
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
      es: 'Lo que compró y vendió en doce meses supera lo que dijo que movería en un año.',
      en: 'What was bought and sold in twelve months is above what the survey says for a year.',
    },
    numbers: { declaredPercent },
  },
  DIRECCION: {
    kind: 9,
    typeId: null,
    severity: 'medium',
    title: { es: 'Cambio de dirección', en: 'Change of address' },
    about: {
      es: 'Envió otra dirección de residencia cuando ya tenía una aceptada. Es media si cambia de país.',
      en: 'Another address was sent after one had been accepted. Medium if the country is another.',
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
      en: 'Lives at the same address as customers with other surnames, or as somebody with alerts of lists or irregularities.',
    },
    numbers: {
      strangers: number('count', [1, 2, 50], { es: 'Clientes de otros apellidos', en: 'Customers with other surnames' }),
      strangersOfBuilding: number('count', [2, 5, 200], {
        es: 'Los mismos, sin número de apartamento',
        en: 'The same, without a number of the apartment',
      }),
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
  REPRESENTANTE: {
    kind: 6,
    typeId: null,
    severity: 'high',
    title: { es: 'Socio o representante en otra cuenta', en: 'Partner or representative in another account' },
    about: {
      es: 'Un socio o representante de la empresa está también en otra empresa, o tiene cuenta propia.',
      en: 'A partner or representative of the company is in another company too, or has an account of their own.',
    },
    numbers: { manyCompanies: number('count', [2, 3, 20], { es: 'Empresas para que sea alta', en: 'Companies that make it high' }) },
  },
  INGRESOS: {
    kind: 4,
    typeId: null,
    severity: 'high',
    title: { es: 'Ingresos desde lugares distintos', en: 'Sign-ins from different places' },
    about: {
      es: 'Muchas redes en un día, un país nuevo, un ingreso que la persona negó, o una red o dispositivo que comparten varios clientes.',
      en: 'Many networks in a day, a new country, a sign-in that was denied, or a network or device that customers share.',
    },
    numbers: {
      networks: number('count', [2, 3, 50], { es: 'Redes en 24 horas', en: 'Networks in 24 hours' }),
      quietDays: number('days', [1, 30, 60], { es: 'Días que cuenta un ingreso', en: 'Days that a sign-in counts' }),
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
      en: 'Another alert opened, or documents came that nobody has looked at.',
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
    typeId: 808,
    severity: 'medium',
    title: { es: 'Cuenta dormida que despierta', en: 'Dormant account that wakes' },
    about: {
      es: 'Mucho tiempo sin movimientos, y de pronto una suma grande en pocas horas.',
      en: 'A long time without movements, then a great sum within hours.',
    },
    numbers: {
      quietDays: number('days', [30, 180, 1_095], { es: 'Días sin movimientos', en: 'Days without movements' }),
      hours: number('hours', [1, 72, 720], { es: 'Horas en que despierta', en: 'Hours in which it wakes' }),
      from: number('cop', [100_000, 10 * MILLION, 1_000 * MILLION], { es: 'Suma desde', en: 'Sum from' }),
    },
  },
  CUENTA_NUEVA: {
    kind: 18,
    typeId: 800,
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
/** Its numbers by name, as text of digits. */
export type RuleValues = Readonly<Record<string, string>>

export const wordsOfRule = (name: RuleName): RuleWords => ALERT_RULES[name]
export const firstValues = (name: RuleName): RuleValues =>
  Object.fromEntries(Object.entries(wordsOfRule(name).numbers).map(([key, { first }]) => [key, String(first)]))

const UNITS: Readonly<Record<Exclude<RuleUnit, 'cop' | 'count'>, readonly [one: Words, many: Words]>> = {
  percent: [
    { es: '%', en: '%' },
    { es: '%', en: '%' },
  ],
  times: [
    { es: 'vez', en: 'time' },
    { es: 'veces', en: 'times' },
  ],
  days: [
    { es: 'día', en: 'day' },
    { es: 'días', en: 'days' },
  ],
  hours: [
    { es: 'hora', en: 'hour' },
    { es: 'horas', en: 'hours' },
  ],
  months: [
    { es: 'mes', en: 'month' },
    { es: 'meses', en: 'months' },
  ],
}

/** `$ 10.000.000`, `80 %`, `30 días`. */
export function textOfNumber(unit: RuleUnit, value: string, locale: Locale): string {
  if (unit === 'cop') return `$ ${copFigure(BigInt(value) * 100n)}`
  if (unit === 'count') return group(value)
  const [one, many] = UNITS[unit]
  return `${group(value)} ${(value === '1' ? one : many)[locale]}`
}
