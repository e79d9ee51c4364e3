/**
 * Configuration with effective dates (ADM-13): numbers and lists that two officers change in versions, with label, unit, bounds and the
 * value of the first version. A set is read and changed as a whole, so that related values always change together.
 */
import { keysOf } from './keys.ts'
import { firstNumbers, type NumberValues, type NumberWords, number, type Words } from './versioned-numbers.ts'

/** Codes that a list may have: ISO 3166-1 alpha-2, or the four digits of an economic activity. */
export const LIST_CODES = ['country', 'activity'] as const
export type ListCode = (typeof LIST_CODES)[number]
export interface ConfigurationList extends Words {
  readonly codes: ListCode
}
export interface ConfigurationWords extends NumberWords {
  readonly title: Words
  readonly about: Words
  /** The codes of the first version are in seed files of the server, with their source. */
  readonly lists: Readonly<Record<string, ConfigurationList>>
  /** Pairs of disjoint lists; a code is in at most one of the two. */
  readonly apart?: readonly (readonly [string, string])[]
}

const MILLION = 1_000_000
export const CONFIGURATION_LIST_MAX = 300

const limits = {
  title: { es: 'Límites del mes', en: 'Limits of a month' },
  about: {
    es: 'Cuánto puede depositar, y cuánto retirar, una persona en un mes de Bogotá, según su nivel verificado. El nivel 3 no tiene límite.',
    en: 'How much a person may deposit, and how much withdraw, in a month of Bogotá, by verified level. Level 3 has no limit.',
  },
  numbers: {
    level1: number('cop', [MILLION, 13 * MILLION, 1_000 * MILLION], { es: 'Nivel 1', en: 'Level 1' }),
    level2: number('cop', [MILLION, 40 * MILLION, 10_000 * MILLION], { es: 'Nivel 2', en: 'Level 2' }),
  },
  lists: {},
  ordered: [['level1', 'level2']],
} as const satisfies ConfigurationWords

const screening = {
  title: { es: 'Comparación con listas', en: 'Screening' },
  about: {
    es: 'Desde qué puntaje una coincidencia de nombre la mira un oficial, y desde cuál se registra a la persona en listas. Un número de documento igual se registra siempre.',
    en: 'From which score an officer looks at a name that is alike, and from which the person is registered as listed. An equal document number always is.',
  },
  numbers: {
    reviewPercent: number('percent', [60, 80, 95], { es: 'La mira un oficial desde', en: 'An officer looks from' }),
    stopPercent: number('percent', [80, 95, 99], { es: 'Se registra en listas desde', en: 'Registered as listed from' }),
    pepPercent: number('percent', [60, 85, 99], { es: 'Coincidencia PEP desde', en: 'PEP hit from' }),
    checkDays: number('days', [30, 365, 730], {
      es: 'Días que vale una consulta de antecedentes',
      en: 'Days that a background check is good for',
    }),
  },
  lists: {},
  ordered: [
    ['reviewPercent', 'stopPercent'],
    ['reviewPercent', 'pepPercent'],
  ],
} as const satisfies ConfigurationWords

const points = (first: number, maximum: number, words: Words) => number('points', [0, first, maximum], words)

const risk = {
  title: { es: 'Nivel de riesgo', en: 'Risk level' },
  about: {
    es: 'Los puntos que suma cada factor, desde cuántos el riesgo es Medio o Alto, y las actividades y países de mayor riesgo. Los mínimos por listas, PEP, hallazgos y alertas no se configuran.',
    en: 'The points of each factor, from how many the risk is medium or high, and the activities and countries of higher risk. Floors by lists, PEP, findings and alerts are not configured.',
  },
  numbers: {
    mediumFrom: number('points', [10, 35, 90], { es: 'Riesgo Medio desde', en: 'Medium risk from' }),
    highFrom: number('points', [20, 60, 100], { es: 'Riesgo Alto desde', en: 'High risk from' }),
    activityHigh: points(20, 20, { es: 'Actividad de riesgo alto', en: 'Activity of high risk' }),
    activityMedium: points(10, 20, { es: 'Actividad de riesgo medio', en: 'Activity of medium risk' }),
    jurisdictionHigh: points(20, 20, { es: 'País de riesgo alto', en: 'Country of high risk' }),
    jurisdictionMedium: points(10, 20, { es: 'País de riesgo medio', en: 'Country of medium risk' }),
    cryptoOutPercent: number('percent', [10, 50, 100], { es: 'Retiros por la red, más de', en: 'Token withdrawals, above' }),
    cryptoOutDays: number('days', [30, 90, 365], { es: 'Retiros de los últimos', en: 'Withdrawals of the last' }),
    cryptoOutPoints: points(15, 15, { es: 'Puntos por retirar por la red', en: 'Points for withdrawing tokens' }),
    declaredPercent: number('percent', [100, 120, 1_000], {
      es: 'Volumen desde esta parte de lo declarado',
      en: 'Volume from this share of what was declared',
    }),
    declaredPoints: points(10, 20, { es: 'Puntos por pasar lo declarado', en: 'Points for passing what was declared' }),
    farAbovePercent: number('percent', [100, 200, 5_000], { es: 'Volumen muy por encima desde', en: 'Volume far above from' }),
    farAbovePoints: points(20, 20, { es: 'Puntos por pasarlo por mucho', en: 'Points for passing it by far' }),
    newAccountDays: number('days', [0, 90, 365], { es: 'Una cuenta es nueva durante', en: 'An account is new for' }),
    newAccountPoints: points(10, 10, { es: 'Puntos por cuenta nueva', en: 'Points for a new account' }),
    alertPoints: points(5, 15, { es: 'Puntos por alerta abierta', en: 'Points for an open alert' }),
    graveAlertPoints: points(10, 15, { es: 'Puntos por alerta grave abierta', en: 'Points for an open alert of high severity' }),
    alertsMaximum: points(15, 15, { es: 'Máximo de puntos por alertas', en: 'Most points for alerts' }),
  },
  lists: {
    activitiesHigh: { codes: 'activity', es: 'Actividades de riesgo alto', en: 'Activities of high risk' },
    activitiesMedium: { codes: 'activity', es: 'Actividades de riesgo medio', en: 'Activities of medium risk' },
    jurisdictionsHigh: { codes: 'country', es: 'Países de riesgo alto (mínimo Medio)', en: 'Countries of high risk (medium at least)' },
    jurisdictionsMedium: { codes: 'country', es: 'Países de riesgo medio', en: 'Countries of medium risk' },
  },
  ordered: [
    ['mediumFrom', 'highFrom'],
    ['activityMedium', 'activityHigh'],
    ['jurisdictionMedium', 'jurisdictionHigh'],
    ['declaredPercent', 'farAbovePercent'],
    ['declaredPoints', 'farAbovePoints'],
    ['alertPoints', 'graveAlertPoints'],
    ['graveAlertPoints', 'alertsMaximum'],
  ],
  apart: [
    ['activitiesHigh', 'activitiesMedium'],
    ['jurisdictionsHigh', 'jurisdictionsMedium'],
  ],
} as const satisfies ConfigurationWords

/** A politically exposed person is reviewed at least each year (Decreto 830 de 2021: intensified monitoring). */
const DILIGENCE_MONTHS_MAX = 12
/** The law (SAGRILAFT) requires it at least every two years. */
const RENEWAL_MONTHS_MAX = 24
const renewal = {
  title: { es: 'Actualización de datos', en: 'Renewal of data' },
  about: {
    es: 'Cada cuánto se piden de nuevo los datos y documentos aceptados, según el riesgo, y se revisa una debida diligencia intensificada. SAGRILAFT pide que sea cada dos años o menos.',
    en: 'How often accepted data and documents are asked for again, by risk, and an enhanced due diligence is reviewed. SAGRILAFT asks for every two years or less.',
  },
  numbers: {
    lowMonths: number('months', [1, 24, RENEWAL_MONTHS_MAX], { es: 'Sin riesgo', en: 'No risk' }),
    mediumMonths: number('months', [1, 12, RENEWAL_MONTHS_MAX], { es: 'Riesgo Medio', en: 'Medium risk' }),
    pepMonths: number('months', [1, 12, RENEWAL_MONTHS_MAX], { es: 'PEP', en: 'PEP' }),
    highMonths: number('months', [1, 6, RENEWAL_MONTHS_MAX], { es: 'Riesgo Alto', en: 'High risk' }),
    /** Proposal for a new record; an officer may choose an earlier day, and none later than twelve months. */
    diligenceMonths: number('months', [1, 12, DILIGENCE_MONTHS_MAX], {
      es: 'Debida diligencia intensificada',
      en: 'Enhanced due diligence',
    }),
  },
  lists: {},
  ordered: [
    ['highMonths', 'mediumMonths'],
    ['mediumMonths', 'lowMonths'],
    ['pepMonths', 'lowMonths'],
  ],
} as const satisfies ConfigurationWords

const hours = (first: number, maximum: number, words: Words) => number('hours', [1, first, maximum], words)

/** Business hours of Bogotá: a business day has ten. */
const deadlines = {
  title: { es: 'Plazos de atención', en: 'Service deadlines' },
  about: {
    es: 'En cuántas horas hábiles se atiende cada trabajo de cumplimiento (un día hábil tiene diez), y desde qué parte del plazo se avisa a quien lo tiene. Al terminar el plazo se avisa a todos los oficiales que pueden atenderlo.',
    en: 'In how many office hours each work of compliance is done (an office day has ten), and from which share of it the assigned officer is warned. When the time has ended, every officer who may do it is notified.',
  },
  numbers: {
    warnPercent: number('percent', [25, 75, 95], { es: 'Se avisa desde esta parte del plazo', en: 'Warned from this share of the time' }),
    hitLookHours: hours(1, 40, { es: 'Mirar una coincidencia en listas', en: 'Look at a list hit' }),
    hitHours: hours(4, 100, { es: 'Decidir una coincidencia en listas', en: 'Decide a list hit' }),
    criticalAlertHours: hours(4, 100, { es: 'Alerta crítica', en: 'Critical alert' }),
    highAlertHours: hours(10, 200, { es: 'Alerta alta', en: 'High alert' }),
    mediumAlertHours: hours(30, 500, { es: 'Alerta media', en: 'Medium alert' }),
    lowAlertHours: hours(100, 1_000, { es: 'Alerta baja', en: 'Low alert' }),
    documentHours: hours(4, 100, { es: 'Revisar documentos y datos', en: 'Review documents and data' }),
    depositHours: hours(8, 100, { es: 'Responder sobre un depósito', en: 'Answer about a deposit' }),
    withdrawalHours: hours(8, 100, { es: 'Decidir un retiro en revisión', en: 'Decide a withdrawal in review' }),
    accountHours: hours(10, 100, { es: 'Responder sobre una cuenta detenida', en: 'Answer about an account that is stopped' }),
    diligenceHours: hours(100, 1_000, { es: 'Preparar la revisión de una debida diligencia', en: 'Prepare the review of a due diligence' }),
    natureHours: hours(100, 1_000, { es: 'Decidir una revisión de operaciones', en: 'Decide a review of operations' }),
    refreshHours: hours(100, 1_000, { es: 'Actualizar datos que vencieron', en: 'Renew data that have expired' }),
  },
  lists: {},
  ordered: [
    ['hitLookHours', 'hitHours'],
    ['criticalAlertHours', 'highAlertHours'],
    ['highAlertHours', 'mediumAlertHours'],
    ['mediumAlertHours', 'lowAlertHours'],
  ],
} as const satisfies ConfigurationWords

/** The law covers owners of 5 % (Resolución DIAN 000164 of 2021, artículo 4): the company may ask for more owners, never for fewer. */
const OWNER_PERCENT_MAX = 5
const owners = {
  title: { es: 'Beneficiarios finales', en: 'Final owners' },
  about: {
    es: 'Desde qué participación en una empresa hay que saber quién es, al final, su dueño. La ley (RUB y SAGRILAFT) pide desde 5 % o menos.',
    en: 'From which share of a company on one has to know who owns it in the end. The law (RUB and SAGRILAFT) asks for 5 % or less.',
  },
  numbers: {
    ownerPercent: number('percent', [1, OWNER_PERCENT_MAX, OWNER_PERCENT_MAX], {
      es: 'Participación desde la que se pide',
      en: 'Share from which it is asked for',
    }),
  },
  lists: {},
  ordered: [],
} as const satisfies ConfigurationWords

const queues = {
  title: { es: 'Colas de trabajo', en: 'Work queues' },
  about: {
    es: 'Cuántos trabajos de cumplimiento se asignan solos a cada persona del equipo: lo nuevo va a quien puede atenderlo, está en la oficina y tiene menos. Con 0 nada se asigna solo y cada quien toma el siguiente en Mi trabajo.',
    en: 'How much work of compliance is assigned by itself to each member of the team: new work goes to the officer who may do it, is in the office and has least. With 0 nothing is assigned, and each officer takes the next in My work.',
  },
  numbers: {
    capacity: number('count', [0, 0, 200], { es: 'Trabajos por persona', en: 'Pieces of work a person' }),
  },
  lists: {},
} as const satisfies ConfigurationWords

export const CONFIGURATION = { limits, risk, screening, renewal, deadlines, owners, queues } as const satisfies Record<
  string,
  ConfigurationWords
>

export type SetName = keyof typeof CONFIGURATION
export const SET_NAMES = keysOf(CONFIGURATION)
export const isSetName = (name: string): name is SetName => Object.hasOwn(CONFIGURATION, name)
export type ListName<S extends SetName> = Extract<keyof (typeof CONFIGURATION)[S]['lists'], string>
export const wordsOfSet = (name: SetName): ConfigurationWords => CONFIGURATION[name]
export const firstNumbersOf = (name: SetName): NumberValues => firstNumbers(wordsOfSet(name))
/** Codes by name of the list. */
export type ListValues = Readonly<Record<string, readonly string[]>>
