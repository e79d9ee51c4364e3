/** Download of submitted files; opening each file leaves an entry in the audit trail already. */
import type { ReviewedItem } from '@tunjo/contract/compliance-review'
import { fileQuery } from '../../../../../api/compliance.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { queries } from '../../../../../api/query-client.ts'
import { toast } from '../../../../../ui/toast.ts'

/** Report the error of a failed download. */
export const orReport = (download: Promise<void>): Promise<void> => download.catch((error: unknown) => toast.error(errorText(error)))

const EXTENSION = { image: 'jpg', pdf: 'pdf', fields: 'json' } as const

export async function downloadFile(userId: string, item: ReviewedItem): Promise<void> {
  save(await queries.fetchQuery(fileQuery(userId, item.id)), nameOf(item, 0))
}

/** ZIP without compression: pictures and documents are already compressed. */
export async function downloadAll(userId: string, items: readonly ReviewedItem[], name: string): Promise<void> {
  const files = items.filter(({ kind }) => kind !== 'fields')
  const [{ zipSync }, contents] = await Promise.all([
    import('fflate'),
    Promise.all(files.map(async (item) => new Uint8Array(await (await queries.fetchQuery(fileQuery(userId, item.id))).arrayBuffer()))),
  ])
  const entries = files.map((item, index) => [nameOf(item, index + 1), contents[index] ?? new Uint8Array()] as const)
  save(new Blob([new Uint8Array(zipSync(Object.fromEntries(entries), { level: 0 }))], { type: 'application/zip' }), name)
}

/** Never the customer's file name: it may contain anything. */
const nameOf = ({ form, slot, kind }: ReviewedItem, number: number): string =>
  `${number === 0 ? '' : `${String(number).padStart(2, '0')}-`}${form}-${slot}.${EXTENSION[kind]}`

function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
