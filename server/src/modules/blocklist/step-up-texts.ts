/** Texts of the step-up confirmation before a change of the blocklist: they are stored and mailed, so they contain no value. */
import type { blackList as contract } from '@tunjo/contract/blocklist'
import { formatDateTime } from '../../platform/format-date.ts'
import type { StepUpDescriptions } from '../../platform/http/guards/step-up.ts'
import { excerpt } from '../../platform/visible-text.ts'
import { listedValue } from './add-entry.ts'
import type { OfficeContext } from './context.ts'
import { entryOf } from './entry-of.ts'
import { KIND } from './follow-hit.ts'
import { goodRows } from './import-entries.ts'
import { readImport } from './read-import.ts'

export const stepUpTexts = (context: OfficeContext): StepUpDescriptions<typeof contract> => ({
  async addToBlackList({ body: { kind, value, reason, expiresOn } }) {
    const details = [
      { label: 'Tipo', value: KIND[kind] },
      { label: 'Valor', value: (await listedValue(context.db, kind, value)).masked },
      { label: 'Hasta', value: expiresOn ?? 'Sin fecha' },
      { label: 'Motivo', value: excerpt(reason) },
    ]
    return { title: 'Poner en la lista negra', details }
  },
  async importToBlackList({ body: { csv } }) {
    const rows = await readImport(context, csv)
    const good = goodRows(rows)
    const kinds = [...new Set(good.flatMap(({ kind }) => (kind ? KIND[kind] : [])))]
    const details = [
      { label: 'Registros', value: String(good.length) },
      { label: 'Ya estaban', value: String(rows.length - good.length) },
      { label: 'Tipos', value: kinds.join(', ') },
    ]
    return { title: 'Poner un archivo en la lista negra', details }
  },
  async removeFromBlackList({ params, body }) {
    const { kind, masked, addedAt } = await entryOf(context.db, params.id)
    const details = [
      { label: 'Registro', value: `${KIND[kind]} ${masked}` },
      { label: 'Desde', value: formatDateTime(addedAt) },
      { label: 'Motivo', value: excerpt(body.reason) },
    ]
    return { title: 'Pedir que se retire de la lista negra', details }
  },
})
