/** Pages of a report, in the format of the document viewer. */
import { useQuery } from '@tanstack/react-query'
import type { BackgroundCheck } from '@tunjo/contract/background-checks'
import { reportFile, reportQuery } from '../../../../../api/background-checks.ts'
import { saveFile } from '../../../../../ui/server-table/save-file.ts'
import { drawPages } from '../review/draw-pages.ts'
import type { Picture } from '../review/use-pictures.ts'

export function useReportPictures(check: BackgroundCheck, fileName: string): readonly Picture[] {
  const file = useQuery({
    queryKey: [...reportQuery(check).queryKey, 'drawn'],
    async queryFn() {
      const content = await reportFile(check)
      return { content, ...(await drawPages(content)) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: 1,
    meta: { explains: true },
  })
  const common = { itemId: null, slot: 'screeningReport', file: null, warnings: [], retry: () => void file.refetch() }
  if (!file.data)
    return [
      { ...common, key: check.id, page: null, content: null, isCut: false, state: file.isError ? 'failed' : 'loading', download: nothing },
    ]
  const { pages, isCut, content } = file.data
  return pages.map((page, at) => ({
    ...common,
    key: `${check.id} ${at}`,
    page: at + 1,
    content: page,
    state: 'ready',
    isCut: isCut && at === pages.length - 1,
    download: async () => saveFile(content, fileName),
  }))
}

/** Empty until loaded. */
const nothing = async () => undefined
