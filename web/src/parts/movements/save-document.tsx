/** Download button of a document; shows the error when it fails. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { saveFile } from '../../ui/server-table/save-file.ts'
import { toast } from '../../ui/toast.ts'

interface SaveDocumentProps {
  text: string
  fileName: string
  load: () => Promise<Blob>
}

export function SaveDocument({ text, fileName, load }: SaveDocumentProps) {
  const saving = useMutation({
    mutationFn: load,
    onSuccess: (file) => saveFile(file, fileName),
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {text}
    </Button>
  )
}
