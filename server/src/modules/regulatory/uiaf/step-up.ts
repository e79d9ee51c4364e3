/** Step-up description before a monthly file is proposed or marked as presented. */
import type { regulatoryFiles } from '@tunjo/contract/regulatory-files'
import { validate as isUuid } from 'uuid'
import { formatDay } from '../../../platform/format-date.ts'
import type { StepUpDescriptions } from '../../../platform/http/guards/step-up.ts'
import { excerpt } from '../../../platform/visible-text.ts'
import type { RegulatoryContext } from '../context.ts'
import { findFile } from './file-store.ts'
import { REPORT_WORDS } from './words.es.ts'

export function fileStepUp({ db }: Pick<RegulatoryContext, 'db'>): StepUpDescriptions<typeof regulatoryFiles> {
  async function about(id: string) {
    const row = isUuid(id) ? await findFile(db, id) : null
    if (!row) return []
    return [
      { label: 'Reporte', value: REPORT_WORDS[row.report] },
      { label: 'Archivo', value: `${row.month}, versión ${row.version}` },
    ]
  }
  return {
    propose: async ({ params }) => ({ title: 'Enviar a aprobación el archivo mensual de la UIAF', details: await about(params.id) }),
    filed: async ({ params, body: { number, on } }) => ({
      title: 'Marcar como presentado el archivo mensual de la UIAF',
      details: [...(await about(params.id)), { label: 'Radicado', value: excerpt(number) }, { label: 'Fecha', value: formatDay(on) }],
    }),
  }
}
