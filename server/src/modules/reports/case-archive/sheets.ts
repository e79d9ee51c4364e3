/** Parts of a case archive that people sort and filter, as CSV in addition to their JSON. */
import { type Cell, toCsv } from '../../../platform/csv.ts'
import { dateForSheets } from '../../../platform/date-for-sheets.ts'
import type { Entry, Part, PartName } from './parts.ts'

/** Title → name in the entry. */
const COLUMNS: Readonly<Partial<Record<PartName, Readonly<Record<string, string>>>>> = {
  decisiones: {
    Fecha: 'at', Decisión: 'what', Antes: 'before', Después: 'after', Oficial: 'by', 'Segundo oficial': 'bySecond', Motivo: 'reason',
    Razones: 'reasonCodes', Nota: 'note',
  }, // biome-ignore format: one list
  alertas: {
    Activación: 'at', Alerta: 'kind', Tipo: 'type', Estado: 'state', 'Abierta por': 'byOpened', 'Comentario de apertura': 'openingComment',
    Cierre: 'closedAt', 'Cerrada por': 'byClosed', 'Comentario de cierre': 'closingComment',
    'Qué era': 'verdict',
  }, // biome-ignore format: one list
  coincidencias: {
    Fecha: 'at', Lista: 'list', Registro: 'entryId', Puntaje: 'score', Severidad: 'severity', Estado: 'state', Decisión: 'decidedAt',
    Oficial: 'by', 'Segundo oficial': 'bySecond', Motivo: 'reason',
  }, // biome-ignore format: one list
  antecedentes: {
    Fecha: 'at', Estado: 'state', 'Lanzada por': 'by', Terminó: 'endedAt', 'Hallazgo más grave': 'gravest', 'En listas': 'isListed', PEP: 'isPep',
    'Documento validado': 'isValidated', 'Fuentes fallidas': 'failedSources',
  }, // biome-ignore format: one list
  notas: { Fecha: 'at', Oficial: 'by', Tema: 'category', Nota: 'text', Corrige: 'corrects' },
  mensajes: { Fecha: 'at', Asunto: 'topic', Movimiento: 'subject', De: 'author', Oficial: 'by', Clase: 'kind', Texto: 'text', Motivo: 'reason', Valor: 'amount' }, // biome-ignore format: one list
  'solicitudes-de-datos': {
    Fecha: 'at',
    Radicado: 'number',
    Solicitud: 'request',
    De: 'author',
    Oficial: 'by',
    Clase: 'kind',
    Texto: 'text',
  },
  'linea-de-tiempo': { Fecha: 'at', Clase: 'kind', Hecho: 'event', Oficial: 'officer', Detalle: 'facts' },
}

/** Null for a part that is no table. */
export function sheetOf({ name, entries }: Part): string | null {
  const columns = COLUMNS[name]
  if (!columns) return null
  return toCsv([Object.keys(columns), ...entries.map((entry) => Object.values(columns).map((column) => cellOf(entry, column)))])
}

/** Numeric columns; in all others a text that looks like a number was typed by an officer or a customer. */
const FIGURES = new Set(['score', 'amount'])

function cellOf(entry: Entry, column: string): Cell {
  const value = entry[column] ?? null
  if (/(^at|At)$/.test(column) && typeof value === 'string') return dateForSheets(new Date(value))
  if (value === null || typeof value === 'number') return value
  if (typeof value !== 'string') return JSON.stringify(value)
  return FIGURES.has(column) ? value : { text: value }
}
