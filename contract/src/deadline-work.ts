/** Counts of work near or past its deadline, in notices. */
import { WORK_KINDS, type WorkKind } from './deadline-kinds.ts'
import type { Locale } from './locales.ts'

const WORDS = {
  hit_look: { es: ['coincidencia en listas sin mirar', 'coincidencias en listas sin mirar'], en: ['list hit not looked at', 'list hits not looked at'] },
  hit: { es: ['coincidencia en listas sin decidir', 'coincidencias en listas sin decidir'], en: ['list hit not decided', 'list hits not decided'] },
  alert: { es: ['alerta', 'alertas'], en: ['alert', 'alerts'] },
  review: { es: ['revisión de documentos', 'revisiones de documentos'], en: ['review of documents', 'reviews of documents'] },
  withdrawal: { es: ['retiro en revisión', 'retiros en revisión'], en: ['withdrawal in review', 'withdrawals in review'] },
  conversation: { es: ['conversación sin respuesta', 'conversaciones sin respuesta'], en: ['conversation not answered', 'conversations not answered'] },
  refresh: { es: ['actualización de datos', 'actualizaciones de datos'], en: ['renewal of data', 'renewals of data'] },
  diligence: { es: ['debida diligencia por revisar', 'debidas diligencias por revisar'], en: ['due diligence to review', 'due diligences to review'] },
  nature: { es: ['revisión de operaciones por decidir', 'revisiones de operaciones por decidir'], en: ['review of operations to decide', 'reviews of operations to decide'] },
} as const satisfies Record<WorkKind, Record<Locale, readonly [one: string, many: string]>> // biome-ignore format: one kind a line

const isWorkKind = (name: string): name is WorkKind => Object.hasOwn(WORDS, name)

export type WorkCounts = Readonly<Partial<Record<WorkKind, number>>>

/** Encoding in a notice: `hit:2 alert:1`. */
export const encodeWorkCounts = (counts: WorkCounts): string =>
  WORK_KINDS.flatMap((kind) => (counts[kind] ? [`${kind}:${counts[kind]}`] : [])).join(' ')

/** `2 coincidencias en listas sin decidir, 1 alerta`. */
export const formatWorkCounts = (written: string, locale: Locale): string =>
  written
    .split(' ')
    .flatMap((part) => {
      const [kind = '', count = ''] = part.split(':')
      return isWorkKind(kind) ? [`${count} ${WORDS[kind][locale][count === '1' ? 0 : 1]}`] : []
    })
    .join(', ')
