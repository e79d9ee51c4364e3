/** CSV of an officers' list; its code comes after the list, which does not wait for it. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '../../ui/lazy-component.tsx'

export const ListExport = lazyComponent(async () => (await import('./list-export-content.tsx')).ListExportContent, { waiting: <Waiting /> })

/** As large as what takes its place. */
function Waiting() {
  const { t } = useTranslation('exports')
  return (
    <Button size="xs" variant="default" leftSection={<IconDownload size={16} aria-hidden />} disabled>
      {t('open')}
    </Button>
  )
}
