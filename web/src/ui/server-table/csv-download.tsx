/**
 * CSV download of the filtered rows, after a confirmation: personal data leaves the product. The server writes the cells, safe from formula
 * injection.
 */
import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { CSV_ROWS_MAX } from '@tunjo/contract/csv-rows'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { group } from '../amount-format.ts'
import { Modal } from '../modal.tsx'
import { csvName } from './csv-name.ts'
import { saveFile } from './save-file.ts'

export interface CsvSource {
  fileName: string
  load: () => Promise<Blob>
  /** Text of a failed download. */
  failureText: (error: unknown) => string
}

export function CsvDownload({ fileName, total, load, failureText }: CsvSource & { total: number }) {
  const { t } = useTranslation(['exports', 'ui'])
  const [isOpen, setOpen] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const file = csvName(fileName)

  async function download(): Promise<void> {
    setLoading(true)
    setError(null)
    try {
      saveFile(await load(), file)
      setOpen(false)
    } catch (failure) {
      setError(failure)
    } finally {
      setLoading(false)
    }
  }

  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={total === 0}
        onClick={() => setOpen(true)}
      >
        {t('ui:table.csv')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('csv.title', { file })} canClose={!isLoading} size="sm">
        <Stack>
          <p style={{ margin: 0 }}>{t('csv.text', { total: group(String(total)) })}</p>
          {total > CSV_ROWS_MAX && <Alert color="amber">{t('csv.cut', { maximum: group(String(CSV_ROWS_MAX)) })}</Alert>}
          {isLoading && (
            <p role="status" style={{ margin: 0 }}>
              {t('csv.loading')}
            </p>
          )}
          {error !== null && (
            <Alert color="red" role="alert">
              {failureText(error)}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" disabled={isLoading} onClick={() => setOpen(false)}>
              {t('csv.cancel')}
            </Button>
            <Button loading={isLoading} onClick={() => void download()} data-autofocus>
              {t('csv.confirm')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
