/** Words of a monthly file, for officers. */
import type { UiafReport } from '@tunjo/contract/regulatory-files'

export const REPORT_WORDS: Readonly<Record<UiafReport, string>> = { operations: 'Transacciones', clients: 'Clientes' }
