/** Step-up description before a monthly file is proposed or marked as presented. */
import type { Locale } from '@tunjo/contract/locales'
import type { regulatoryFiles } from '@tunjo/contract/regulatory-files'
import { validate as isUuid } from 'uuid'
import type { StepUpDescriptions } from '../../../../platform/http/guards/step-up.ts'
import { excerpt } from '../../../../platform/phrases/visible-text.ts'
import { formatDay } from '../../../../platform/time/format-date.ts'
import type { RegulatoryContext } from '../context.ts'
import { REGULATORY_WORDS } from '../regulatory-words.ts'
import { findFile } from './file-store.ts'

export function fileStepUp({ db }: Pick<RegulatoryContext, 'db'>): StepUpDescriptions<typeof regulatoryFiles> {
  async function about(id: string, locale: Locale) {
    const row = isUuid(id) ? await findFile(db, id) : null
    if (!row) return []
    const words = REGULATORY_WORDS[locale].file
    return [
      { label: words.report, value: words.reports[row.report] },
      { label: words.file, value: words.ofVersion(row.month, row.version) },
    ]
  }
  return {
    propose: async ({ params, locale }) => ({ title: REGULATORY_WORDS[locale].file.propose, details: await about(params.id, locale) }),
    async filed({ params, body: { number, on }, locale }) {
      const words = REGULATORY_WORDS[locale]
      const filing = [
        { label: words.filingNumber, value: excerpt(number) },
        { label: words.date, value: formatDay(on) },
      ]
      return { title: words.file.filed, details: [...(await about(params.id, locale)), ...filing] }
    },
  }
}
