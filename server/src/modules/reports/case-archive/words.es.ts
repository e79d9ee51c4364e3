/** Sentences of the summary of a case archive, from the entries of its parts. */

import { SYSTEM_REVIEWER } from '@tunjo/contract/alert-kinds'
import { nameOfAlert } from '@tunjo/contract/alert-names'
import { approvalKind, titleOfApproval } from '@tunjo/contract/approval-kinds'
import type { CheckState } from '@tunjo/contract/background-checks'
import type { NoteCategory } from '@tunjo/contract/case-notes'
import type { DeclineReason } from '@tunjo/contract/compliance'
import type { AlertVerdict } from '@tunjo/contract/compliance-alerts'
import type { AUTHORS, EntryKind, Topic } from '@tunjo/contract/conversations'
import type { DATA_REQUEST_ENTRIES, DataRequestKind } from '@tunjo/contract/data-requests'
import { slotNames } from '@tunjo/contract/slot-names'
import { fieldOf } from '../../../platform/field-of.ts'
import { formatDateTime } from '../../../platform/format-date.ts'
import type { Entry, PartName } from './parts.ts'

export interface SummaryItem {
  readonly lead: string
  readonly lines: readonly string[]
}

const REASONS: Readonly<Record<string, string>> = {
  illegible: 'ilegible',
  incomplete: 'incompleto',
  expired: 'vencido',
  mismatch: 'no coincide con lo declarado',
  altered: 'alterado',
  wrong_document: 'es otro documento',
  not_theirs: 'no es de esta persona',
  other: 'otro',
} satisfies Record<DeclineReason, string>
const CATEGORIES: Readonly<Record<string, string>> = {
  verification: 'Verificación',
  screening: 'Listas y PEP',
  money: 'Movimientos de dinero',
  contact: 'Contacto con la persona',
  authority: 'Autoridades',
  other: 'Otro',
} satisfies Record<NoteCategory, string>
const WHAT: Readonly<Record<string, string>> = {
  accepted: 'Documentos aceptados',
  declined: 'Documentos declinados',
  level: 'Nivel verificado',
  nature_verified: 'Revisión de operaciones verificada',
  nature_declined: 'Revisión de operaciones declinada',
  risk_level: 'Riesgo',
  risk_pep: 'Marca PEP',
  risk_list: 'Listas',
  risk_allow: 'Permiso para transar',
  risk_assessed: 'Riesgo calculado',
  risk_expired: 'Riesgo registrado vencido',
  block: 'Cuenta suspendida',
  unblock: 'Suspensión levantada',
  freeze: 'Cuenta bloqueada',
  end_sessions: 'Sesiones cerradas',
  reset_factors: 'Segundos factores quitados',
}
const VALUES: Readonly<Record<string, string>> = {
  none: 'sin dato',
  low: 'bajo',
  medium: 'medio',
  high: 'alto',
  true: 'sí',
  false: 'no',
  yes: 'sí',
  no: 'no',
}
const HIT_STATE: Readonly<Record<string, string>> = {
  open: 'abierta',
  confirmed: 'confirmada',
  discarded: 'descartada',
  replaced: 'reemplazada',
}
const VERDICT: Readonly<Record<string, string>> = { confirmed: 'había algo', false_alarm: 'falsa alarma' } satisfies Record<
  AlertVerdict,
  string
>
const TOPIC: Readonly<Record<string, string>> = {
  verification: 'Verificación',
  deposit: 'Depósito en revisión',
  withdrawal: 'Retiro en revisión',
  account: 'Movimientos en pausa',
  access: 'Acceso a la cuenta',
} satisfies Record<Topic, string>
const AUTHOR: Readonly<Record<string, string>> = { system: 'El sistema', customer: 'La persona', officer: 'Cumplimiento' } satisfies Record<
  (typeof AUTHORS)[number],
  string
>
const SAID: Readonly<Record<string, string>> = {
  text: '',
  review_begun: 'La revisión empezó',
  declined: 'Se pidió corregir',
  held: 'El movimiento quedó en revisión',
  paused: 'Los movimientos quedaron en pausa',
  resolved: 'El asunto terminó',
} satisfies Record<EntryKind, string>
const APPROVAL_STATE: Readonly<Record<string, string>> = {
  proposed: 'en espera',
  executed: 'aprobada y ejecutada',
  refused: 'rechazada',
  withdrawn: 'retirada',
  expired: 'vencida',
  execution_failed: 'aprobada, sin poderse ejecutar',
  break_glass: 'ejecutada en emergencia',
}

/** Empty for a missing value. */
const text = (entry: Entry, name: string): string => {
  const value = entry[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
const when = (entry: Entry, name = 'at'): string => (text(entry, name) === '' ? '' : formatDateTime(new Date(text(entry, name))))
const said = (label: string, value: string): string[] => (value === '' ? [] : [`${label}: ${value}`])
const valueText = (value: string): string => VALUES[value] ?? value

function byText(entry: Entry): string[] {
  const second = text(entry, 'bySecond')
  return [`Por: ${text(entry, 'by') || SYSTEM_REVIEWER}${second === '' ? '' : ` y ${second}`}`]
}

function decision(entry: Entry): SummaryItem {
  const [before, after] = [text(entry, 'before'), text(entry, 'after')]
  const change = after === '' ? '' : `: de ${valueText(before)} a ${valueText(after)}`
  const items = Array.isArray(entry.items) ? entry.items.map((item) => String(fieldOf(item, 'slot'))) : []
  const codes = Array.isArray(entry.reasonCodes) ? entry.reasonCodes.map((code) => REASONS[String(code)] ?? String(code)) : []
  return {
    lead: `${when(entry)} · ${WHAT[text(entry, 'what')] ?? text(entry, 'what')}${change}`,
    lines: [
      ...byText(entry),
      ...said('Qué', slotNames(items.join(','), 'es')),
      ...said('Razones', codes.join(', ')),
      ...said('Motivo', text(entry, 'reason')),
      ...said('Nota interna', text(entry, 'note')),
    ],
  }
}

function alert(entry: Entry): SummaryItem {
  const name = nameOfAlert(text(entry, 'kind'), 'es') ?? text(entry, 'kind')
  const closed = when(entry, 'closedAt')
  return {
    lead: `${when(entry)} · ${name} · ${closed === '' ? 'abierta' : `cerrada el ${closed}`}`,
    lines: [
      `Abierta por: ${text(entry, 'byOpened') || SYSTEM_REVIEWER}. ${text(entry, 'openingComment')}`,
      ...(closed === '' ? [] : [`Cerrada por: ${text(entry, 'byClosed') || SYSTEM_REVIEWER}. ${text(entry, 'closingComment')}`]),
      ...said('Qué era', VERDICT[text(entry, 'verdict')] ?? ''),
    ],
  }
}

function hit(entry: Entry): SummaryItem {
  const listed = fieldOf(fieldOf(entry.facts, 'entry'), 'names')
  const name = Array.isArray(listed) ? String(listed[0] ?? '') : ''
  const state = HIT_STATE[text(entry, 'state')] ?? text(entry, 'state')
  return {
    lead: `${when(entry)} · ${text(entry, 'list').toUpperCase()} ${text(entry, 'entryId')} · ${state}`,
    lines: [
      ...said('En la lista', name),
      `Puntaje: ${Math.round(100 * Number(entry.score))} %`,
      ...(text(entry, 'decidedAt') === '' ? [] : [`Decidida el ${when(entry, 'decidedAt')}`, ...byText(entry)]),
      ...said('Motivo', text(entry, 'reason')),
    ],
  }
}

const REQUEST_KIND: Readonly<Record<string, string>> = {
  query: 'consulta',
  correction: 'reclamo: corregir un dato',
  update: 'reclamo: actualizar un dato',
  erasure: 'reclamo: suprimir datos',
  revocation: 'reclamo: revocar la autorización',
} satisfies Record<DataRequestKind, string>
const REQUEST_STEP: Readonly<Record<string, string>> = {
  filed: 'recibida',
  taken: 'tomada',
  completion_asked: 'se pidió completarla',
  completed: 'completada',
  extended: 'plazo prorrogado',
  answered: 'respondida',
  rejected: 'rechazada',
  desisted: 'desistida',
} satisfies Record<(typeof DATA_REQUEST_ENTRIES)[number], string>

const CHECK_STATE: Readonly<Record<string, string>> = {
  queued: 'por consultar',
  launched: 'en curso',
  running: 'en curso',
  retrying: 'reintentando fuentes',
  failed_sources: 'con fuentes fallidas',
  finished: 'lista',
  lost: 'sin respuesta',
  refused: 'no aceptada por el proveedor',
} satisfies Record<CheckState, string>

/** Unknown results are shown as unknown: a failed source is never read as clean. */
function check(entry: Entry): SummaryItem {
  const known = (name: string) => (entry[name] === true ? 'sí' : entry[name] === false ? 'no' : 'no se sabe')
  const failed = Array.isArray(entry.failedSources) ? entry.failedSources.map(String) : []
  const reports = Array.isArray(entry.reports) ? entry.reports : []
  return {
    lead: `${when(entry)} · ${CHECK_STATE[text(entry, 'state')] ?? text(entry, 'state')}`,
    lines: [
      ...byText(entry),
      ...(text(entry, 'gravest') === ''
        ? []
        : [
            `Hallazgo más grave: ${text(entry, 'gravest')}${failed.length > 0 ? ', puede haber otros' : ''}. En listas: ${known('isListed')}. PEP: ${known('isPep')}. Documento validado: ${known('isValidated')}.`,
          ]),
      ...said('Fuentes fallidas', failed.join(', ')),
      ...reports.map((report) => `Reporte con huella SHA-256 ${String(fieldOf(report, 'sha256'))}`),
    ],
  }
}

const note = (entry: Entry): SummaryItem => ({
  lead: `${when(entry)} · ${CATEGORIES[text(entry, 'category')] ?? ''}${text(entry, 'corrects') === '' ? '' : ' · corrige otra nota'}`,
  lines: [...byText(entry), text(entry, 'text')],
})

const message = (entry: Entry): SummaryItem => ({
  lead: `${when(entry)} · ${TOPIC[text(entry, 'topic')] ?? ''} · ${text(entry, 'by') || (AUTHOR[text(entry, 'author')] ?? '')}`,
  lines: [
    ...said('Qué pasó', SAID[text(entry, 'kind')] ?? ''),
    ...said('Valor', text(entry, 'amount')),
    ...said('Motivo', text(entry, 'reason')),
    ...said('Dijo', text(entry, 'text')),
  ],
})

const dataRequest = (entry: Entry): SummaryItem => ({
  lead: `${when(entry)} · ${text(entry, 'number')} · ${REQUEST_KIND[text(entry, 'request')] ?? ''} · ${REQUEST_STEP[text(entry, 'kind')] ?? ''}`,
  lines: [`Por: ${text(entry, 'by') || (AUTHOR[text(entry, 'author')] ?? '')}`, ...said('Dijo', text(entry, 'text'))],
})

function approval(entry: Entry): SummaryItem {
  const kind = approvalKind.safeParse(entry.kind)
  return {
    lead: `${when(entry)} · ${kind.success ? titleOfApproval(kind.data, 'es') : text(entry, 'kind')} · ${APPROVAL_STATE[text(entry, 'state')] ?? ''}`,
    lines: [
      `Pedida por: ${text(entry, 'by')}`,
      ...said('Decidida por', text(entry, 'byDecided')),
      ...said('Motivo', text(entry, 'reason')),
      ...said('Nota', text(entry, 'note')),
    ],
  }
}

const legalHold = (entry: Entry): SummaryItem => ({
  lead: `${when(entry)} · ${text(entry, 'liftedAt') === '' ? 'vigente' : `levantada el ${when(entry, 'liftedAt')}`}`,
  lines: [...byText(entry), ...said('Motivo', text(entry, 'reason')), ...said('Levantada por', text(entry, 'byLifted'))],
})

/** For the other parts the counts are enough: they are in their own files. */
export const ITEM_OF: Readonly<Partial<Record<PartName, (entry: Entry) => SummaryItem>>> = {
  decisiones: decision,
  alertas: alert,
  coincidencias: hit,
  antecedentes: check,
  notas: note,
  mensajes: message,
  'solicitudes-de-datos': dataRequest,
  aprobaciones: approval,
  acceso: decision,
  'conservacion-legal': legalHold,
}
