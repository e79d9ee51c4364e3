/** CSV of an officers' list; code and phrases are loaded after the list. */
import { loadPhrases } from '../../i18n/index.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { CsvWaiting } from '../../ui/server-table/csv-button.tsx'

export const ListExport = lazyComponent(bringExport, { waiting: <CsvWaiting /> })

async function bringExport() {
  const [{ ListExportContent }] = await Promise.all([import('./list-export-content.tsx'), loadPhrases(['exports'])])
  return ListExportContent
}
