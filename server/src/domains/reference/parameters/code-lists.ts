/**
 * The code lists of the specification by their number. Ids 9 to 11 are the specification's, the others the product's; none changes meaning.
 */
import { readEconomicActivities } from './economic-activities.ts'
import { IDENTIFICATION_TYPES } from './identification-types.ts'

export interface CodeListItem {
  readonly id: number
  readonly name: string
  /** Code in the official list, where there is one. */
  readonly code: string | null
}

export const CODE_LIST = { identificationTypes: 2, accountTypes: 3, occupations: 4, economicActivities: 5 } as const

const named = (first: number, names: readonly string[]): CodeListItem[] =>
  names.map((name, index) => ({ id: first + index, name, code: null }))

const ACCOUNT_TYPES = named(9, ['Cuenta de ahorros', 'Cuenta corriente'])

/** Grouped after CIUO-08 and the forms that Colombian banks use; not a legal list. */
const OCCUPATIONS = named(11, [
  'Empleado(a) sector privado',
  'Empleado(a) sector público',
  'Independiente / Prestador(a) de servicios',
  'Profesional independiente',
  'Comerciante',
  'Empresario(a) / Socio(a) accionista',
  'Directivo(a) / Gerente',
  'Pensionado(a)',
  'Rentista de capital',
  'Estudiante',
  'Ama(o) de casa',
  'Agricultor(a) / Ganadero(a)',
  'Transportador(a)',
  'Miembro de Fuerzas Militares o Policía',
  'Técnico(a) / Operario(a)',
  'Trader / Inversionista',
  'Desempleado(a)',
  'Otro',
])

/** Types of alert 7. */
const IRREGULARITIES = named(700, [
  'Documento ilegible o incompleto',
  'Documento presuntamente alterado',
  'Selfie no coincide con el documento',
  'Suplantación de identidad',
  'Datos inconsistentes entre formularios',
  'Uso de la cuenta por un tercero',
  'Renuencia a entregar información',
  'Información adversa en medios',
  'Origen de fondos no soportado',
  'Otra irregularidad',
  'Coincidencia con la lista negra',
  'Documento vencido o no vigente',
  'Dispositivo que comparten varias cuentas',
  'Red anónima o ingreso negado',
  'NIT o RUT inconsistente',
])

/** Types of alert 18. */
const FINANCIAL_ALERTS = named(800, [
  'Operación no acorde con el perfil financiero',
  'Fraccionamiento de operaciones (pitufeo)',
  'Entrada y salida inmediata de fondos',
  'Depósito desde cuenta de un tercero',
  'Retiro a dirección de alto riesgo o sancionada',
  'Volumen superior a ingresos declarados',
  'Cambios frecuentes de cuenta bancaria',
  'Pago PSE reversado o en disputa',
  'Operación sin justificación económica aparente',
  'Otra alerta financiera',
  'Cuenta dormida que despierta',
  'Cuenta nueva que usa casi todo su límite',
  'Pagos de varios terceros en pocos días',
  'Envíos a muchos destinos nuevos en pocos días',
  'Fondos que vuelven a su origen (ciclo)',
  'Fondos de una dirección sancionada o de un mezclador',
  'Montos redondos repetidos',
])

const NATURE_OF_OPERATIONS_LABELS = named(900, [
  'Extracto bancario',
  'Certificación laboral o de ingresos',
  'Declaración de renta',
  'Estados financieros',
  'Certificación de contador público',
  'Contrato o promesa de compraventa',
  'Facturas o cuentas de cobro',
  'Certificado de tradición y libertad',
  'Historial de operaciones en otra plataforma',
  'Otro soporte',
])

export function readCodeLists(): ReadonlyMap<number, readonly CodeListItem[]> {
  return new Map<number, readonly CodeListItem[]>([
    [CODE_LIST.identificationTypes, IDENTIFICATION_TYPES.map(({ id, name, code }) => ({ id, name, code }))],
    [CODE_LIST.accountTypes, ACCOUNT_TYPES],
    [CODE_LIST.occupations, OCCUPATIONS],
    [CODE_LIST.economicActivities, readEconomicActivities().map(({ id, name, code }) => ({ id, name, code }))],
    [7, IRREGULARITIES],
    [8, FINANCIAL_ALERTS],
    [9, NATURE_OF_OPERATIONS_LABELS],
  ])
}
