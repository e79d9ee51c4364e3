/** Texts of the step-up confirmation before a change of the blocklist: they are stored and mailed, so they contain no value. */

import type { blackList as contract } from '@tunjo/contract/blocklist'
import type { StepUpDescriptions } from '../../../platform/http/guards/step-up.ts'
import { excerpt } from '../../../platform/phrases/visible-text.ts'
import { formatDateTime } from '../../../platform/time/format-date.ts'
import { listedValue } from './add-entry.ts'
import { BLOCKLIST_WORDS } from './blocklist-words.ts'
import type { OfficeContext } from './context.ts'
import { entryOf } from './entry-of.ts'
import { goodRows } from './import-entries.ts'
import { readImport } from './read-import.ts'

export const stepUpTexts = (context: OfficeContext): StepUpDescriptions<typeof contract> => ({
  async addToBlackList({ body: { kind, value, reason, expiresOn }, locale }) {
    const words = BLOCKLIST_WORDS[locale]
    const details = [
      { label: words.kind, value: words.kinds[kind] },
      { label: words.value, value: (await listedValue(context.db, kind, value)).masked },
      { label: words.until, value: expiresOn ?? words.withoutEnd },
      { label: words.reason, value: excerpt(reason) },
    ]
    return { title: words.add, details }
  },
  async importToBlackList({ body: { csv }, locale }) {
    const words = BLOCKLIST_WORDS[locale]
    const rows = await readImport(context, csv)
    const good = goodRows(rows)
    const kinds = [...new Set(good.flatMap(({ kind }) => (kind ? words.kinds[kind] : [])))]
    const details = [
      { label: words.entries, value: String(good.length) },
      { label: words.known, value: String(rows.length - good.length) },
      { label: words.kindsLabel, value: kinds.join(', ') },
    ]
    return { title: words.importFile, details }
  },
  async removeFromBlackList({ params, body, locale }) {
    const words = BLOCKLIST_WORDS[locale]
    const { kind, masked, addedAt } = await entryOf(context.db, params.id)
    const details = [
      { label: words.entry, value: `${words.kinds[kind]} ${masked}` },
      { label: words.since, value: formatDateTime(addedAt) },
      { label: words.reason, value: excerpt(body.reason) },
    ]
    return { title: words.remove, details }
  },
})
