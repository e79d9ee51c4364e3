/** Comparison of a file with the issued one. Only its SHA-256 leaves the device. */
import { Alert, Button, FileButton, Stack } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface FileCheckProps {
  onHash: (sha256: string) => void
  matches: boolean | null
  failure: string | null
}

export function FileCheck({ onHash, matches, failure }: FileCheckProps) {
  const { t } = useTranslation('verify')
  const [name, setName] = useState('')
  async function take(file: File | null): Promise<void> {
    if (!file) return
    setName(file.name)
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    onHash(Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(''))
  }
  return (
    <Stack gap="xs">
      <FileButton accept="application/pdf,text/csv,.csv" onChange={(file) => void take(file)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileSearch size={18} aria-hidden />}>
            {t('file')}
          </Button>
        )}
      </FileButton>
      <p style={{ margin: 0 }}>{t('fileHint')}</p>
      {failure !== null && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      {matches !== null && (
        <Alert color={matches ? 'green' : 'red'} role={matches ? 'status' : 'alert'} title={name}>
          {t(matches ? 'fileSame' : 'fileOther')}
        </Alert>
      )}
    </Stack>
  )
}
