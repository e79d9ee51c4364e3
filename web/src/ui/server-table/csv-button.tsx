/** CSV button of a list; its dialog is loaded after the list. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { loadPhrases } from '../../i18n/index.ts'
import { lazyComponent } from '../lazy-component.tsx'

export const CsvButton = lazyComponent(
  async () => {
    const [{ CsvDownload }] = await Promise.all([import('./csv-download.tsx'), loadPhrases(['exports'])])
    return CsvDownload
  },
  { waiting: <CsvWaiting /> },
)

export function CsvWaiting() {
  const { t } = useTranslation('ui')
  return (
    <Button size="xs" variant="default" disabled>
      {t('table.csv')}
    </Button>
  )
}
