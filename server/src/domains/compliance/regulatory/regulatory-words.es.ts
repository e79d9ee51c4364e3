/** Spanish phrases of reports to authorities: approvals, confirmations and the report as a document. */
import type { UiafReport } from '@tunjo/contract/regulatory-files'
import type { RosDraft, RosMovement, RosState, RosUndoing } from '@tunjo/contract/regulatory-ros'

const URGENCIES: Readonly<Record<RosDraft['urgency'], string>> = { normal: 'Normal', urgent: 'Urgente' }
const ROS_STATES: Readonly<Record<RosState, string>> = {
  draft: 'Borrador',
  proposed: 'En aprobación',
  approved: 'Aprobado, por presentar en SIREL',
  returned: 'Devuelto para corregir',
  filed: 'Presentado en SIREL',
  discarded: 'Descartado',
}
const MOVED: Readonly<Record<RosMovement['kind'], string>> = { DEPOSIT: 'Depósito', WITHDRAWAL: 'Retiro', SWAP: 'Intercambio' }
const UNDOABLE: Readonly<Record<string, string>> = { draft: 'Borrador', returned: 'Devuelto para corregir', approved: 'Aprobado' }
const UNDONE: Readonly<Record<RosUndoing, string>> = { reopen: 'Devuelto para corregir', discard: 'Descartado' }
const REPORTS: Readonly<Record<UiafReport, string>> = {
  operations: 'Transacciones',
  clients: 'Clientes',
  carf: 'Activos virtuales del año para la DIAN (CARF)',
}

export const REGULATORY_WORDS_ES = {
  number: 'Número interno',
  version: 'Versión',
  filingNumber: 'Radicado',
  date: 'Fecha',
  month: 'Mes',
  authority: 'Autoridad',
  carfSource:
    'OCDE, esquema XML del CARF 1.5 (guía 2.0, julio de 2025); DIAN, Resolución 000240 de 2025, de fuentes secundarias. Sin verificar por un abogado ni con el validador de la DIAN.',
  absence: 'Marcar como presentada la ausencia de ROS',
  inform: 'Registrar que se informó una coincidencia en listas',
  ros: {
    ready: 'El ROS está listo para presentarse; su contenido se lee en Reportes regulatorios.',
    undoReason: 'El motivo se lee con el ROS, en Reportes regulatorios.',
    report: 'Reporte de operación sospechosa',
    ofVersion: (state: string, version: number): string => `${state}, versión ${version}`,
    draft: 'Borrador',
    approved: 'Aprobado para SIREL',
    undoable: UNDOABLE,
    undone: UNDONE,
    propose: 'Enviar un ROS a aprobación',
    reopen: 'Devolver un ROS aprobado a borrador',
    discard: 'Descartar un ROS',
    file: 'Marcar un ROS como presentado en SIREL',
  },
  pdf: {
    title: 'Reporte de operación sospechosa (ROS)',
    warning: 'Reservado: la ley prohíbe dar a conocer a la persona reportada, o a terceros, que se preparó o se presentó este reporte.',
    urgencies: URGENCIES,
    states: ROS_STATES,
    moved: MOVED,
    facts: 'Hechos',
    others: 'Otras personas o empresas',
    alerts: 'Alertas y lo que se encontró',
    movements: 'Movimientos',
    history: 'Historia del reporte',
    system: 'el sistema',
    person: 'Persona o empresa',
    document: 'Documento',
    unverified: 'Sin verificar',
    email: 'Correo',
    urgency: 'Urgencia',
    period: 'Periodo',
    fromTo: (from: string, to: string): string => `${from} a ${to}`,
    state: 'Estado',
    filing: 'Radicado en SIREL',
    opened: (at: string): string => `Abierta el ${at}`,
    closed: (at: string): string => `, cerrada el ${at}`,
    stillOpen: ', sigue abierta',
    movement: (kind: string, sums: string): string => `${kind} de ${sums}`,
    reference: (reference: string): string => `Referencia ${reference}. `,
    movementId: (id: string): string => `Movimiento ${id}`,
  },
  file: {
    ready: 'El archivo del mes se revisó y no tiene problemas por resolver.',
    report: 'Reporte',
    reports: REPORTS,
    file: 'Archivo',
    digest: 'SHA-256',
    ofVersion: (month: string, version: number): string => `${month}, versión ${version}`,
    lines: (month: string, version: number, lines: number): string => `${month}, versión ${version}, ${lines} registros`,
    propose: 'Enviar a aprobación el archivo mensual de la UIAF',
    filed: 'Marcar como presentado el archivo mensual de la UIAF',
    rateSource: 'COP/USDT, cierre diario anterior a cada operación',
  },
}
export type RegulatoryWords = typeof REGULATORY_WORDS_ES
